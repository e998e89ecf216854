import type { ModelRole } from '../catalog/model-manifest.ts';
import type { ModelStore } from '../catalog/model-store.ts';
import { AppError } from '../domain/errors.ts';
import type { ImageCodec } from '../inference/image-codec.ts';
import type { ImageEmbedder } from '../inference/image-embedder.ts';
import type { LanguageModel } from '../inference/language-model.ts';
import type { LlamaRuntime } from '../inference/llama/llama-runtime.ts';
import type { OcrEngine } from '../inference/ocr-engine.ts';
import { E5TextEmbedder } from '../inference/onnx/e5-text-embedder.ts';
import { EfficientNetImageEmbedder } from '../inference/onnx/efficientnet-image-embedder.ts';
import { PpOcrEngine } from '../inference/onnx/pp-ocr-engine.ts';
import type { TextEmbedder } from '../inference/text-embedder.ts';
import { loadCuts, type Cuts } from '../memory/cuts.ts';
import { readOnce } from '../perception/read-once.ts';
import { readPhoto, type ReadPhoto } from '../perception/read-photo.ts';
import type { Lazy, OpenParts } from './lazy.ts';
import { loadNative } from './load-native.ts';
import type { Settings } from './settings.ts';

interface EmbedderIdentity {
  readonly id: string;
  readonly dimensions: number;
}

/** Every model of the app, each opened when it is first needed. */
export interface Engines {
  readonly codec: Lazy<ImageCodec>;
  readonly ocr: Lazy<OcrEngine>;
  readonly textEmbedder: Lazy<TextEmbedder>;
  readonly imageEmbedder: Lazy<ImageEmbedder>;
  readonly router: Lazy<LanguageModel>;
  readonly reasoner: Lazy<LanguageModel>;
  /** Errors: `model-missing`, `model-damaged` for either language model, without loading it. */
  readonly checkLanguageModels: () => Promise<void>;
  /** Calibrated for the embedders. */
  readonly cuts: Lazy<Cuts>;
  /** Reads a photo; the same array of bytes is read once. */
  readonly readPhoto: (bytes: Uint8Array, signal: AbortSignal) => Promise<ReadPhoto>;
  /** What stands on stored rows, known without loading a model. */
  readonly textIdentity: EmbedderIdentity;
  readonly imageIdentity: EmbedderIdentity;
}

/** Ready-made parts instead of the real ones, for tests. */
export interface EngineOverrides {
  readonly codec?: ImageCodec;
  readonly ocr?: OcrEngine;
  readonly textEmbedder?: TextEmbedder;
  readonly imageEmbedder?: ImageEmbedder;
  readonly router?: LanguageModel;
  readonly reasoner?: LanguageModel;
  /** Those that ship know the real embedders alone. */
  readonly cuts?: Cuts;
}

export interface EngineOptions {
  readonly models: Lazy<ModelStore>;
  readonly settings: () => Settings;
  readonly kvStateDir: string;
  /** Aborted when the app closes: a model that is just being loaded is given up. */
  readonly closing?: AbortSignal;
  readonly overrides: EngineOverrides;
}

export function openEngines(parts: OpenParts, options: EngineOptions): Engines {
  const { overrides, settings } = options;
  const runtime: Lazy<LlamaRuntime> = parts.lazy(async () => {
    const { openLlamaRuntime } = await loadNative(
      () => import('../inference/llama/llama-runtime.ts'),
      'The part that runs the language models (llama.cpp)',
    );
    return openLlamaRuntime({ threads: settings().threads });
  });

  async function filesOf(role: ModelRole): Promise<{ id: string; pick(pattern: RegExp): string }> {
    const models = await options.models.get();
    const model = (await models.list()).find((candidate) => candidate.role === role);
    if (model === undefined)
      throw new AppError(
        'model-missing',
        `The list of models has none for the role "${role}". Bring back the file models/manifest.json that Fixlore ships.`,
      );
    const files = await models.locate(model.id);
    return {
      id: model.id,
      pick(pattern) {
        const name = Object.keys(files).find((file) => pattern.test(file));
        const path = name === undefined ? undefined : files[name];
        if (path === undefined)
          throw new AppError(
            'model-damaged',
            `The model ${model.id} lacks a file (${pattern.source}). Bring back the file models/manifest.json that Fixlore ships.`,
          );
        return path;
      },
    };
  }

  const languageModel = (role: 'router' | 'reasoner', override: LanguageModel | undefined): Lazy<LanguageModel> =>
    parts.lazy(async () => {
      if (override) return override;
      const files = await filesOf(role);
      const llama = await runtime.get();
      const { LlamaLanguageModel } = await import('../inference/llama/llama-language-model.ts');
      return LlamaLanguageModel.open({
        runtime: llama,
        modelFile: files.pick(/\.gguf$/),
        id: files.id,
        contextTokens: settings().contextTokens,
        kvStateDir: options.kvStateDir,
        ...(options.closing ? { signal: options.closing } : {}),
      });
    });

  const engines = {
    codec: parts.lazy(async () => {
      if (overrides.codec) return overrides.codec;
      const { createSharpImageCodec } = await loadNative(
        () => import('../inference/sharp/sharp-image-codec.ts'),
        'The part that reads pictures (sharp)',
      );
      return createSharpImageCodec();
    }),
    ocr: parts.lazy(async () => {
      if (overrides.ocr) return overrides.ocr;
      const files = await filesOf('ocr');
      return PpOcrEngine.open({
        detectionFile: files.pick(/_det_/),
        recognitionFile: files.pick(/_rec_/),
        directionFile: files.pick(/_cls_/),
        keysFile: files.pick(/\.txt$/),
      });
    }),
    textEmbedder: parts.lazy(async () => {
      if (overrides.textEmbedder) return overrides.textEmbedder;
      const files = await filesOf('text-embedder');
      return E5TextEmbedder.open({ modelFile: files.pick(/\.onnx$/), tokenizerFile: files.pick(/\.json$/) });
    }),
    imageEmbedder: parts.lazy(async () => {
      if (overrides.imageEmbedder) return overrides.imageEmbedder;
      const files = await filesOf('image-embedder');
      return EfficientNetImageEmbedder.open({ modelFile: files.pick(/\.onnx$/), labelsFile: files.pick(/labels\.json$/) });
    }),
    router: languageModel('router', overrides.router),
    reasoner: languageModel('reasoner', overrides.reasoner),
    checkLanguageModels: async () => {
      if (!overrides.router) await filesOf('router');
      if (!overrides.reasoner) await filesOf('reasoner');
    },
    cuts: parts.lazy(async () => overrides.cuts ?? loadCuts()),
    textIdentity: overrides.textEmbedder ?? E5TextEmbedder.identity,
    imageIdentity: overrides.imageEmbedder ?? EfficientNetImageEmbedder.identity,
  };
  return {
    ...engines,
    readPhoto: readOnce(async (bytes, signal) => {
      const [codec, ocr, imageEmbedder] = await Promise.all([engines.codec.get(), engines.ocr.get(), engines.imageEmbedder.get()]);
      return readPhoto(bytes, { codec, ocr, imageEmbedder }, signal);
    }),
  };
}
