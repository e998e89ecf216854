import { availableParallelism } from 'node:os';
import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import { AppError } from '../../domain/errors.ts';

export interface OnnxTensor {
  readonly type: 'float32' | 'int64';
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}

type Runtime = typeof import('onnxruntime-node');
let runtime: Promise<Runtime> | undefined;

/** onnxruntime uploads telemetry unless told not to before it is loaded; so nobody else imports it. */
function loadRuntime(): Promise<Runtime> {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  runtime ??= import('onnxruntime-node').catch((cause: unknown) => {
    runtime = undefined;
    throw new AppError(
      'native-part-missing',
      'The part that runs the photo models (onnxruntime) cannot be loaded on this machine. Run "npm test" once more to repair the installation.',
      { cause },
    );
  });
  return runtime;
}

/** One model loaded into native memory; keep one per model and dispose of it. */
export class OnnxSession implements AsyncDisposable {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly #session: InferenceSession;
  readonly #ort: Runtime;

  private constructor(session: InferenceSession, ort: Runtime) {
    this.#session = session;
    this.#ort = ort;
    this.inputNames = session.inputNames;
    this.outputNames = session.outputNames;
  }

  /** Errors: `native-part-missing`, `model-damaged`. */
  static async open(file: string, options: { threads?: number } = {}): Promise<OnnxSession> {
    const ort = await loadRuntime();
    try {
      const session = await ort.InferenceSession.create(file, {
        intraOpNumThreads: options.threads ?? Math.min(4, availableParallelism()),
        interOpNumThreads: 1,
        executionMode: 'sequential',
        logSeverityLevel: 3,
      });
      return new OnnxSession(session, ort);
    } catch (cause) {
      throw new AppError('model-damaged', 'A model file cannot be opened. Run "npm run fixlore -- models verify" to find and replace it.', {
        cause,
        data: { file },
      });
    }
  }

  async run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Record<string, OnnxTensor>> {
    const inputs: Record<string, OrtTensor> = {};
    for (const [name, tensor] of Object.entries(feeds))
      inputs[name] = new this.#ort.Tensor(tensor.type, tensor.data as never, [...tensor.dims]);
    const results = await this.#session.run(inputs);
    const outputs: Record<string, OnnxTensor> = {};
    for (const [name, value] of Object.entries(results)) {
      const tensor = value as OrtTensor;
      outputs[name] = { type: tensor.type as OnnxTensor['type'], data: tensor.data as Float32Array, dims: tensor.dims };
    }
    return outputs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.release();
  }
}
