import type { AuditCheck, AuditEntry } from '../audit/audit-log.ts';
import type { FetchOptions, FileVerdict, ImportReport, ModelStatus } from '../catalog/model-store.ts';
import type { ProbeResult } from '../catalog/probe-native.ts';
import type { DiagnosisEvent, DiagnosisInput, SimilarCase } from '../domain/diagnosis.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { MaskedCount } from '../domain/masked.ts';
import type { MemoryUnit, Standing, UnitKind, UnitStatus } from '../domain/memory-unit.ts';
import type { PhotoInput } from '../domain/photo.ts';
import type { KnowledgeDocument } from '../knowledge/knowledge-index.ts';
import type { ListQuery, PurgeReport, StoreStats } from '../memory/memory-store.ts';
import type { EgressReport } from '../platform/egress-guard.ts';
import type { SettingDescription } from './settings-file.ts';
import type { Settings } from './settings.ts';
import type { AppWindow } from './window.ts';

/** A case as the user gives it; everything in it is masked before it is stored. */
export interface CaseInput {
  /** Symptom and circumstances. */
  readonly text: string;
  readonly title?: string;
  readonly resolution?: string;
  readonly photos?: readonly PhotoInput[];
  readonly equipment?: string;
  readonly asset?: string;
  readonly workOrder?: string;
  /** A later case with the same source replaces the earlier one. */
  readonly source?: { readonly system: string; readonly id: string };
  readonly standing?: Standing;
  /** ISO 8601; now when left out. */
  readonly madeAt?: string;
  /** Default: a solved case. */
  readonly kind?: UnitKind;
  /** Added to those that stand in the texts. */
  readonly codes?: readonly string[];
  readonly importance?: number;
  readonly status?: UnitStatus;
  /** Id of the case that replaces this one. */
  readonly supersededBy?: string;
  /** Default: `user`. */
  readonly origin?: 'user' | 'import';
}

export interface CaseAdded {
  readonly id: string;
  readonly outcome: 'stored' | 'merged' | 'replaced' | 'in-conflict' | 'refused';
  /** Why nothing was kept, when the outcome is `refused`. */
  readonly reason?: string;
  readonly masked: readonly MaskedCount[];
}

export interface SampleProgress {
  readonly done: number;
  readonly total: number;
  readonly what: string;
}

export interface SampleWorkspace {
  /** False when it was there already. */
  readonly imported: boolean;
  readonly cases: number;
  readonly documents: number;
  readonly workOrders: number;
  /** Paths of the sample photos. */
  readonly photos: readonly string[];
}

/**
 * The whole product without a window. Everything heavy is opened when it is first needed: the memory can be
 * browsed when a language model is missing. Errors are `AppError`s with a message for the user.
 */
export interface App extends AsyncDisposable {
  /** Plain sentences about what was found while opening: a damaged settings file that was set aside. */
  readonly warnings: readonly string[];
  /** Where everything lies, for the user. */
  readonly folders: { readonly data: string; readonly cache: string; readonly config: string };
  /**
   * Photos and a question become events, the answer among them. Aborting stops the engine at once and throws `cancelled`.
   * Errors: `bad-input`, `photo-unreadable`, `photo-too-large`, `model-missing`, `model-damaged`, `locked`, `cancelled`.
   */
  diagnose(input: DiagnosisInput, signal?: AbortSignal): AsyncGenerator<DiagnosisEvent>;
  /** Loads what a diagnosis needs, while the user still picks a photo. Does not fail: the diagnosis says what is missing. */
  warm(signal?: AbortSignal): Promise<void>;
  readonly memory: {
    add(input: CaseInput, signal?: AbortSignal): Promise<CaseAdded>;
    list(query?: ListQuery): Promise<{ units: readonly MemoryUnit[]; total: number }>;
    search(
      text: string,
      options?: { limit?: number; signal?: AbortSignal },
    ): Promise<{ cases: readonly SimilarCase[]; otherModels: readonly SimilarCase[] }>;
    /** Errors: `not-found`. */
    show(id: string): Promise<MemoryUnit>;
    /** Erases at once and proves it. Errors: `not-found`. */
    purge(ids: readonly string[]): Promise<PurgeReport>;
    stats(): Promise<StoreStats>;
  };
  readonly knowledge: {
    importMarkdown(file: string): Promise<KnowledgeDocument>;
    documents(): Promise<readonly KnowledgeDocument[]>;
    search(text: string, options?: { limit?: number }): Promise<readonly Evidence[]>;
  };
  readonly records: {
    importWorkOrders(file: string): Promise<{ imported: number; rejected: readonly { line: number; reason: string }[] }>;
  };
  readonly models: {
    list(): Promise<readonly ModelStatus[]>;
    /** All that are missing, or one; the only act of the app that opens a connection. Errors: `source-unreachable`, `disk-full`, `not-found`, `cancelled`. */
    fetch(id: string | undefined, options?: FetchOptions): Promise<void>;
    /** Hashes the files whole. */
    verify(id?: string, signal?: AbortSignal): Promise<readonly FileVerdict[]>;
    importFrom(dir: string, options?: FetchOptions): Promise<ImportReport>;
    /** Tries each native part in a process of its own. */
    nativeParts(): Promise<readonly ProbeResult[]>;
  };
  readonly settings: {
    get(): Settings;
    /** Errors: `bad-input` naming the key, its range and its default. */
    set(patch: Readonly<Record<string, unknown>>): Promise<Settings>;
    describe(): readonly SettingDescription[];
  };
  readonly audit: {
    /** Oldest first; at most 100 without a limit. */
    read(options?: { offset?: number; limit?: number }): Promise<readonly AuditEntry[]>;
    verify(): Promise<AuditCheck>;
  };
  /** Puts the sample cases, manuals and records into this data folder, once. */
  openSampleWorkspace(onProgress?: (progress: SampleProgress) => void, signal?: AbortSignal): Promise<SampleWorkspace>;
  /** Connections to other machines that were tried from this process, and refused. */
  readonly network: { report(): EgressReport };
  /** What a window needs beyond the rest: photos that wait, jobs and their outcomes, browsing and pruning. */
  readonly window: AppWindow;
  /** Puts a fault of ours into the log file, masked. */
  noteFault(error: unknown): Promise<void>;
}
