import { calibrateText } from '../../models/calibration/calibrate-text.ts';
import { readCalibrationSet } from '../../models/calibration/read-calibration-set.ts';
import { createCuts, type Cuts } from '../../src/main/memory/cuts.ts';
import { createFakeTextEmbedder } from './fake-text-embedder.ts';

/** Cuts for the fake embedders, calibrated on the spot by the product's own method. */
export async function createFakeCuts(): Promise<Cuts> {
  const { cases, questions } = await readCalibrationSet();
  const embedder = createFakeTextEmbedder();
  const measured = { positives: 1, negatives: 1, kept: 1, falseMatches: 0 };
  return createCuts({
    'fake-text-embedder@1': { text: await calibrateText(embedder, cases, questions) },
    'fake-image-embedder@1': { image: { cut: 0.9, ...measured } },
  });
}
