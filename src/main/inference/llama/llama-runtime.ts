import { getLlama, LlamaLogLevel, type Llama } from 'node-llama-cpp';
import { AppError } from '../../domain/errors.ts';
import { ThreadGovernor } from './thread-governor.ts';

/** The native library, loaded once and shared by all models. */
export interface LlamaRuntime extends AsyncDisposable {
  readonly llama: Llama;
  /** Threads of each context: never more than there are physical cores. */
  readonly threads: number;
  /** Uses fewer threads while other programs keep the cores busy; call it between evaluations. */
  adapt(): void;
}

/**
 * Loads the prebuilt CPU library; nothing is compiled or fetched. `threads` 0 takes the physical cores, at most 8.
 * More threads than cores make decoding some thirty times slower, so a bigger number is cut.
 * Errors: `native-part-missing`.
 */
export async function openLlamaRuntime({ threads }: { threads: number }): Promise<LlamaRuntime> {
  let llama: Llama;
  try {
    llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, progressLogs: false, logLevel: LlamaLogLevel.error });
  } catch (error) {
    throw new AppError(
      'native-part-missing',
      'The language model library cannot be loaded on this computer. Run the set-up again, and see the list of supported systems in the README.',
      {
        data: { part: 'node-llama-cpp' },
        cause: error,
      },
    );
  }
  const cores = Math.max(1, llama.cpuMathCores);
  const used = Math.min(threads > 0 ? threads : Math.min(cores, 8), cores);
  llama.maxThreads = used;
  const governor = new ThreadGovernor({ most: used });
  return {
    llama,
    threads: used,
    adapt: () => {
      llama.maxThreads = governor.next();
    },
    [Symbol.asyncDispose]: () => llama.dispose(),
  };
}
