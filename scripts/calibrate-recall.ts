/**
 * Measures the cuts of recall on the labelled cases in models/calibration and writes src/main/memory/cuts.json.
 * Run again whenever an embedder, its folding or the cases change: node scripts/calibrate-recall.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { calibrateImage } from '../models/calibration/calibrate-image.ts';
import { calibrateText, shareMerged } from '../models/calibration/calibrate-text.ts';
import { readCalibrationSet } from '../models/calibration/read-calibration-set.ts';
import { E5TextEmbedder } from '../src/main/inference/onnx/e5-text-embedder.ts';
import { EfficientNetImageEmbedder } from '../src/main/inference/onnx/efficientnet-image-embedder.ts';

const embedded = (name: string): string => fileURLToPath(new URL(`../models/embedded/${name}`, import.meta.url));
const target = new URL('../src/main/memory/cuts.json', import.meta.url);

const { cases, questions } = await readCalibrationSet();
const textEmbedder = await E5TextEmbedder.open({
  modelFile: embedded('multilingual-e5-small-q4-zhen.onnx'),
  tokenizerFile: embedded('multilingual-e5-small-zhen-tokenizer.json'),
});
const imageEmbedder = await EfficientNetImageEmbedder.open({
  modelFile: embedded('efficientnet-lite0.onnx'),
  labelsFile: embedded('imagenet-labels.json'),
});

const text = await calibrateText(textEmbedder, cases, questions);
const image = await calibrateImage(imageEmbedder);
// Other embedders' cuts stay: they may have been measured where their weights were at hand.
const earlier = JSON.parse(await readFile(target, 'utf8').catch(() => '{}')) as Record<string, unknown>;
await writeFile(target, `${JSON.stringify({ ...earlier, [textEmbedder.id]: { text }, [imageEmbedder.id]: { image } }, null, 2)}\n`);

console.table(Object.entries(text).map(([languages, { falseMatches, ...cut }]) => ({ languages, ...cut, ...falseMatches })));
console.table([image]);
for (const language of ['en', 'zh'] as const) {
  console.log(
    `${language}: ${await shareMerged(textEmbedder, cases, language, text[language].merge ?? 1)} of the lightly edited cases reach the merge threshold`,
  );
}
await imageEmbedder[Symbol.asyncDispose]();
await textEmbedder[Symbol.asyncDispose]();
