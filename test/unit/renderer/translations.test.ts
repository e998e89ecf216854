import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../../src/main/app/settings.ts';
import type { ModelRole } from '../../../src/main/catalog/model-manifest.ts';
import type { FileState } from '../../../src/main/catalog/model-files.ts';
import { caseFields } from '../../../src/main/domain/case-table.ts';
import { matchReasons } from '../../../src/main/domain/diagnosis.ts';
import { evidenceKinds, type Caution } from '../../../src/main/domain/evidence.ts';
import { outcomes } from '../../../src/main/domain/job.ts';
import { piiKinds } from '../../../src/main/domain/masked.ts';
import { standings, unitKinds, unitStatuses } from '../../../src/main/domain/memory-unit.ts';
import { fieldNames, photoRoles, type PhotoReading } from '../../../src/main/domain/photo.ts';
import { en } from '../../../src/renderer/i18n/en/index.ts';
import { zh } from '../../../src/renderer/i18n/zh/index.ts';

const sources = join(import.meta.dirname, '../../../src');

function filesUnder(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function flatten(value: unknown, path: string[] = []): string[] {
  return typeof value === 'string'
    ? [path.join('.')]
    : Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}

function textOf(catalogue: unknown, key: string): string {
  return String(key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], catalogue));
}

// Keys of a union are written as records, so that the compiler finds a missing member.
const cautions = Object.keys({
  superseded: 0,
  'withdrawn-unsafe': 0,
  'did-not-hold': 0,
  'defeats-protection': 0,
  'other-model': 0,
  conflict: 0,
  'history-only': 0,
} satisfies Record<Caution, 0>);
const problems = Object.keys({ dark: 0, blurred: 0, glare: 0, small: 0, flat: 0 } satisfies Record<
  PhotoReading['quality']['problems'][number],
  0
>);
const roles = Object.keys({ router: 0, reasoner: 0, 'text-embedder': 0, 'image-embedder': 0, ocr: 0 } satisfies Record<ModelRole, 0>);
const states = Object.keys({ ready: 0, unchecked: 0, missing: 0, damaged: 0 } satisfies Record<FileState, 0>);

/** Names that the tools in the source folder give themselves. */
const tools = filesUnder(join(sources, 'main/tools'), /\.tool\.ts$/).flatMap(
  (file) => /name: '([a-z_]+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? [],
);

/** Every action that the core writes into the audit log. */
const actions = [
  ...new Set(
    filesUnder(join(sources, 'main'), /\.ts$/)
      .filter((file) => !/hosts|rpc|preload/.test(file))
      .flatMap((file) => {
        const text = readFileSync(file, 'utf8');
        const written = [...text.matchAll(/action: (?:[^,{}']*(?:'[^']*'[^,{}']*)?\? )?'([a-z-]+)'(?: : '([a-z-]+)')?/g)].flatMap(
          (match) => [match[1], match[2]],
        );
        const handed = [...text.matchAll(/setStatus\([^)]*, '([a-z-]+)'\)/g)].map((match) => match[1]);
        return [...written, ...handed].filter((action) => action !== undefined);
      }),
  ),
];

const unions: Readonly<Record<string, readonly string[]>> = {
  'diagnose.reason': matchReasons,
  'diagnose.caution': cautions,
  'diagnose.standing': standings,
  'diagnose.kind': evidenceKinds,
  'diagnose.pii': piiKinds,
  'diagnose.role': photoRoles,
  'diagnose.field': fieldNames,
  'diagnose.quality': problems,
  'diagnose.tool': tools,
  'diagnose.outcomes': [...outcomes, 'open'],
  'diagnose.settled': outcomes,
  'diagnose.phase': ['reading', 'thinking', 'answering'],
  'diagnose.unit': ['tokens', 'seconds'],
  'memory.kinds': unitKinds,
  'memory.statuses': unitStatuses,
  'memory.fields': caseFields,
  'house.role': roles,
  'house.modelState': states,
  'house.action': actions,
  'house.via': ['tcp', 'udp', 'dns'],
  'house.attempt': ['refused', 'allowed'],
  'house.setting': Object.keys(settingsSchema.shape).flatMap((key) => [`${key}.name`, `${key}.meaning`]),
};

const catalogues = { en, zh };
const known = { en: new Set(flatten(en)), zh: new Set(flatten(zh)) };
const code = filesUnder(join(sources, 'renderer'), /\.tsx?$/)
  .filter((file) => !/[/\\]i18n[/\\](en|zh)[/\\]/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const plural = /_(zero|one|two|few|many|other)$/;
const has = (language: 'en' | 'zh', key: string): boolean => known[language].has(key) || known[language].has(`${key}_other`);
/** Literal keys: in `t('…')`, or held in a list and handed to `t` later. */
const literal = [...new Set([...code.matchAll(/'((?:shell|diagnose|memory|house)\.[A-Za-z0-9_.-]+)'/g)].map((match) => match[1] ?? ''))];
/** Starts of keys that are completed by a value: `diagnose.reason.` */
const starts = [
  ...new Set([...code.matchAll(/`((?:shell|diagnose|memory|house)(?:\.[A-Za-z0-9_-]+)*)\.\$\{/g)].map((match) => match[1] ?? '')),
];

describe('the catalogues of the window', () => {
  it('are read by a scan that finds what is there', () => {
    expect(literal.length).toBeGreaterThan(100);
    expect(starts).toContain('diagnose.reason');
    expect(tools).toContain('search_past_cases');
    expect(actions).toEqual(
      expect.arrayContaining(['diagnose', 'memory-write', 'memory-refused', 'memory-archive', 'purge', 'outcome', 'outcome-undone']),
    );
  });

  it('have the same keys in English and Chinese', () => {
    const bare = (language: 'en' | 'zh') => [...new Set([...known[language]].map((key) => key.replace(plural, '')))].sort();
    expect(bare('zh')).toEqual(bare('en'));
  });

  it.each(['en', 'zh'] as const)('have every key that is used: %s', (language) => {
    expect(literal.filter((key) => !has(language, key))).toEqual([]);
  });

  it.each(['en', 'zh'] as const)('have a word for every member of every union: %s', (language) => {
    expect(
      Object.entries(unions)
        .flatMap(([start, members]) => members.map((member) => `${start}.${member}`))
        .filter((key) => !has(language, key)),
    ).toEqual([]);
  });

  it('have no key that nobody uses', () => {
    const used = (key: string) =>
      literal.includes(key) || literal.includes(key.replace(plural, '')) || starts.some((start) => key.startsWith(`${start}.`));
    expect([...known.en].filter((key) => !used(key))).toEqual([]);
  });

  it('fill in the same values in both languages', () => {
    const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
    const differing = [...known.en]
      .filter((key) => known.zh.has(key) && !key.endsWith('_one'))
      .filter((key) => JSON.stringify(values(textOf(catalogues.en, key))) !== JSON.stringify(values(textOf(catalogues.zh, key))));
    expect(differing).toEqual([]);
  });

  it('hold no English in the Chinese one and no Chinese in the English one', () => {
    const allowed = /Fixlore|Fixlores?|CSV|JSON|IP|English|OCR|CPU|GPU|AI|Ctrl|Enter|QR|USB|ID/g;
    expect(
      [...known.zh].filter((key) =>
        /[A-Za-z]{3,}/.test(
          textOf(zh, key)
            .replace(/\{\{\w+\}\}/g, '')
            .replace(allowed, ''),
        ),
      ),
    ).toEqual([]);
    expect([...known.en].filter((key) => /\p{Script=Han}/u.test(textOf(en, key)) && key !== 'shell.language')).toEqual([]);
  });
});
