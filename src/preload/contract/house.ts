import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import type { MaskedCount } from '../../main/domain/masked.ts';
import { procedure, typed, unitId, type Progress } from './common.ts';

export interface ModelState {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly profile: string;
  readonly bytes: number;
  readonly licence: string;
  /** Where its maker publishes it. */
  readonly origin: string;
  readonly state: 'ready' | 'unchecked' | 'missing' | 'damaged';
}

export interface NativePart {
  readonly library: string;
  readonly ok: boolean;
  /** What is wrong and what to do; empty when it works. */
  readonly message: string;
}

export interface SettingDescription {
  readonly key: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly meaning: string;
  /** What may be set, in words. */
  readonly range: string;
  readonly type: 'whole-number' | 'number' | 'choice' | 'words';
  readonly choices: readonly string[];
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

export interface AuditEntryView {
  readonly seq: number;
  readonly time: string;
  readonly action: string;
  readonly ids?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly counts?: Readonly<Record<string, number>> | undefined;
}

export interface NetworkAttempt {
  readonly via: 'tcp' | 'udp' | 'dns';
  /** Whether the other machine was given by address or by name; never which one. */
  readonly host: 'address' | 'name';
  readonly when: string;
  readonly outcome: 'refused' | 'allowed';
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

const progressEvents = eventIterator(typed<{ type: 'progress'; progress: Progress } | { type: 'done' }>());

export const houseContract = {
  status: procedure.output(typed<AppStatus>()),
  /** The system's own dialog; null when it was closed. Errors: `not-found` in a browser, where the path is typed. */
  pickFolder: procedure.output(typed<{ folder: string | null }>()),
  openSample: procedure.output(progressEvents),
  models: {
    list: procedure.output(typed<{ models: readonly ModelState[] }>()),
    /** Each is tried in a process of its own, which takes a moment the first time. */
    nativeParts: procedure.output(typed<{ nativeParts: readonly NativePart[] }>()),
    /** Aborting the call pauses; calling again resumes. */
    fetch: procedure.input(z.object({ id: z.string().optional() })).output(progressEvents),
    verify: procedure
      .input(z.object({ id: z.string().optional() }))
      .output(typed<{ files: readonly { readonly model: string; readonly file: string; readonly state: ModelState['state'] }[] }>()),
    importFrom: procedure
      .input(z.object({ folder: z.string().min(1).max(4096) }))
      .output(typed<{ imported: readonly string[]; refused: readonly { readonly file: string; readonly reason: string }[] }>()),
  },
  privacy: {
    recent: procedure.output(typed<{ masked: readonly MaskedCount[]; since: string }>()),
    /** Newest first; with `id` what happened to that case. */
    audit: procedure
      .input(
        z.object({
          id: unitId.optional(),
          offset: z.number().int().nonnegative().default(0),
          limit: z.number().int().min(1).max(500).default(100),
        }),
      )
      .output(typed<{ entries: readonly AuditEntryView[]; total: number }>()),
    verifyAudit: procedure.output(typed<{ entries: number; firstBroken: number | null }>()),
    network: procedure.output(typed<{ connections: number; refused: number; attempts: readonly NetworkAttempt[]; since: string }>()),
  },
  settings: {
    describe: procedure.output(typed<{ settings: readonly SettingDescription[] }>()),
    set: procedure.input(z.object({ key: z.string(), value: z.unknown() })).output(typed<{ settings: readonly SettingDescription[] }>()),
  },
};
