import { fileURLToPath } from 'node:url';

/** Absolute path of a weight file that ships with the product. */
export function embeddedModel(name: string): string {
  return fileURLToPath(new URL(`../../models/embedded/${name}`, import.meta.url));
}

export const textModelFiles = {
  modelFile: embeddedModel('multilingual-e5-small-q4-zhen.onnx'),
  tokenizerFile: embeddedModel('multilingual-e5-small-zhen-tokenizer.json'),
};
export const imageModelFiles = { modelFile: embeddedModel('efficientnet-lite0.onnx'), labelsFile: embeddedModel('imagenet-labels.json') };
