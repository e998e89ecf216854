import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import type { MaskedCount } from '../../main/domain/masked.ts';
import { procedure, progressSchema, typed } from './common.ts';

export interface ModelState {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly profile: string;
  readonly bytes: number;
  readonly licence: string;
  readonly state: 'installed' | 'missing' | 'partial' | 'damaged' | 'unverified';
  readonly sha256: string;
}

export interface NativePart {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

export interface SettingDescription {
  readonly key: string;
  readonly meaning: string;
  readonly default: unknown;
  readonly value: unknown;
  readonly kind: 'number' | 'boolean' | 'choice' | 'words';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly integer?: boolean;
  readonly choices?: readonly string[];
}

export interface AuditEntryView {
  readonly seq: number;
  readonly time: string;
  readonly action: string;
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

export interface AppStatus {
  readonly version: string;
  /** True where the system's own dialogs can be opened. */
  readonly desktop: boolean;
  readonly units: number;
  readonly sample: boolean;
  /** Ids of the models that are missing; the memory works without them. */
  readonly missingModels: readonly string[];
  readonly connections: number;
  readonly refusedAttempts: number;
  readonly since: string;
}

const progressEvents = eventIterator(typed<{ type: 'progress'; progress: z.infer<typeof progressSchema> } | { type: 'done' }>());

export const houseContract = {
  status: procedure.output(typed<AppStatus>()),
  /** The system's own dialog; null when it was closed. Errors: `not-found` in a browser, where the path is typed. */
  pickFolder: procedure.output(typed<{ folder: string | null }>()),
  openSample: procedure.output(progressEvents),
  models: {
    list: procedure.output(typed<{ models: readonly ModelState[]; nativeParts: readonly NativePart[] }>()),
    /** Aborting the call pauses; calling again resumes. */
    fetch: procedure.input(z.object({ id: z.string().optional() })).output(progressEvents),
    verify: procedure.input(z.object({ id: z.string().optional() })).output(typed<{ models: readonly ModelState[] }>()),
    importFrom: procedure
      .input(z.object({ folder: z.string().min(1).max(4096) }))
      .output(typed<{ imported: readonly string[]; missing: readonly string[] }>()),
  },
  privacy: {
    recent: procedure.output(typed<{ masked: readonly MaskedCount[]; since: string }>()),
    audit: procedure
      .input(z.object({ offset: z.number().int().nonnegative().default(0), limit: z.number().int().min(1).max(500).default(100) }))
      .output(typed<{ entries: readonly AuditEntryView[]; total: number }>()),
    verifyAudit: procedure.output(typed<{ ok: boolean; entries: number; firstBroken: number | null }>()),
    network: procedure.output(
      typed<{ connections: number; refused: number; attempts: readonly { readonly host: string; readonly at: string }[]; since: string; covers: readonly string[] }>(),
    ),
  },
  settings: {
    describe: procedure.output(typed<{ settings: readonly SettingDescription[] }>()),
    set: procedure.input(z.object({ key: z.string(), value: z.unknown() })).output(typed<{ settings: readonly SettingDescription[] }>()),
  },
};
