import type { ImageEmbedder } from '../../src/main/inference/image-embedder.ts';
import type { ImageCut } from '../../src/main/memory/cuts.ts';
import { chooseCut, shareAtOrAbove } from './choose-cut.ts';
import { drawPanel, panelCount, photographPanel, shotsPerPanel } from './draw-panel.ts';

/** Cut of an image embedder: two photos of one drawn panel (other light, angle, distance, focus) against photos of other panels. */
export async function calibrateImage(embedder: ImageEmbedder): Promise<ImageCut> {
  const shots: { panel: number; vector: Float32Array }[] = [];
  for (let panel = 0; panel < panelCount; panel++) {
    const drawing = await drawPanel(panel);
    for (let shot = 0; shot < shotsPerPanel; shot++) {
      shots.push({ panel, vector: (await embedder.embed(await photographPanel(drawing, panel, shot))).vector });
    }
  }
  const positives: number[] = [];
  const negatives: number[] = [];
  shots.forEach((a, index) => {
    for (const b of shots.slice(index + 1)) {
      const cosine = a.vector.reduce((sum, value, i) => sum + value * (b.vector[i] as number), 0);
      (a.panel === b.panel ? positives : negatives).push(cosine);
    }
  });
  const cut = chooseCut(positives, negatives);
  return {
    cut,
    positives: positives.length,
    negatives: negatives.length,
    kept: shareAtOrAbove(positives, cut),
    falseMatches: shareAtOrAbove(negatives, cut),
  };
}
