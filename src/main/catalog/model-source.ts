import type { ModelEntry, ModelFile } from './model-manifest.ts';
import type { PartFile } from './part-file.ts';

export interface FetchRequest {
  readonly model: ModelEntry;
  readonly file: ModelFile;
  /** Where the bytes go; it may hold some already. */
  readonly part: PartFile;
  /** Bytes of the file that are there by now. */
  readonly onBytes: (size: number) => void;
  readonly signal: AbortSignal;
}

/** One place that weights can come from. Fills `request.part`; the caller checks size and SHA-256. */
export interface ModelSource {
  /** As the user reads it: "the folder /media/stick". */
  readonly name: string;
  serves(model: ModelEntry): boolean;
  /** Errors: `source-unreachable` and `model-damaged` (the next source is tried), `disk-full`, `cancelled`. */
  fetch(request: FetchRequest): Promise<void>;
}
