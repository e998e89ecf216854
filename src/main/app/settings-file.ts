import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { toFileError } from '../platform/file-errors.ts';
import { writeFileAtomic } from '../platform/write-file.ts';
import { settingsSchema, type Settings } from './settings.ts';

/** One setting as the settings page and `fixlore settings` show it. */
export interface SettingDescription {
  readonly key: keyof Settings;
  readonly value: unknown;
  readonly default: unknown;
  readonly meaning: string;
  /** What may be set, in words: `1 to 20`, `auto, en or zh`. */
  readonly range: string;
  readonly type: 'whole-number' | 'number' | 'choice' | 'words';
  /** For `choice`. */
  readonly choices: readonly string[];
  /** For numbers, inclusive. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** What was found in the file. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** Plain sentences for the user: a damaged file was set aside. */
  readonly warnings: readonly string[];
}

const shape = settingsSchema.shape;
const keys = Object.keys(shape) as (keyof Settings)[];
const defaults = settingsSchema.parse({});
const properties = z.toJSONSchema(settingsSchema, { io: 'input' }).properties as Record<
  keyof Settings,
  {
    type?: string;
    enum?: string[];
    minimum?: number;
    maximum?: number;
    maxItems?: number;
    items?: { minLength?: number; maxLength?: number };
  }
>;

function rangeOf(key: keyof Settings): string {
  const property = properties[key];
  if (property.enum) return `${property.enum.slice(0, -1).join(', ')} or ${property.enum.at(-1)}`;
  if (property.type === 'array')
    return `a list of at most ${property.maxItems} words of ${property.items?.minLength} to ${property.items?.maxLength} characters`;
  return `${property.type === 'integer' ? 'a whole number from ' : 'a number from '}${property.minimum} to ${property.maximum}`;
}

function typeOf(key: keyof Settings): SettingDescription['type'] {
  const property = properties[key];
  if (property.enum) return 'choice';
  if (property.type === 'array') return 'words';
  return property.type === 'integer' ? 'whole-number' : 'number';
}

function shown(value: unknown): string {
  return Array.isArray(value) && value.length === 0 ? 'an empty list' : String(value);
}

/** Every setting with its value, default, range and meaning. */
export function describeSettings(settings: Settings): SettingDescription[] {
  return keys.map((key) => ({
    key,
    value: settings[key],
    default: defaults[key],
    meaning: shape[key].description ?? '',
    range: rangeOf(key),
    type: typeOf(key),
    choices: properties[key].enum ?? [],
    ...(properties[key].minimum === undefined ? {} : { minimum: properties[key].minimum, maximum: properties[key].maximum }),
  }));
}

function nearest(key: string): string | undefined {
  const folded = key.toLowerCase().replace(/[^a-z]/g, '');
  return (
    keys.find((known) => known.toLowerCase() === folded) ??
    keys.find((known) => known.toLowerCase().includes(folded) || (folded.length > 3 && folded.includes(known.toLowerCase())))
  );
}

/**
 * Checks single values. Errors: `bad-input` that names the key, its range and its default.
 * `where` says whose fault it is: "The settings file" or nothing for a value that was just given.
 */
export function checkSettings(patch: Readonly<Record<string, unknown>>, where = ''): Partial<Settings> {
  const checked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(patch)) {
    if (!Object.hasOwn(shape, key)) {
      const like = nearest(key);
      const remedy = where === '' ? 'Run "npm run fixlore -- settings get" to see all of them.' : 'Take it out of the file.';
      throw new AppError(
        'bad-input',
        `${where === '' ? 'There' : `${where}: there`} is no setting "${key.slice(0, 60)}"${like === undefined ? '' : `; did you mean "${like}"?`}${like === undefined ? '. ' : ' '}${remedy}`,
        { data: { key } },
      );
    }
    const known = key as keyof Settings;
    const parsed = shape[known].safeParse(value);
    if (!parsed.success || value === undefined || value === null) {
      throw new AppError(
        'bad-input',
        `${where === '' ? 'The' : `${where}: the`} setting "${key}" must be ${rangeOf(known)}; its default is ${shown(defaults[known])}.`,
        {
          data: { key, range: rangeOf(known), default: defaults[known] },
        },
      );
    }
    checked[key] = parsed.data;
  }
  return checked as Partial<Settings>;
}

/** Without unknown keys and bad values. */
function soundOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => Object.hasOwn(shape, key) && value !== undefined && shape[key as keyof Settings].safeParse(value).success,
    ),
  );
}

/** The settings of one data folder: `settings.json` with the values that differ from the defaults. */
export class SettingsFile {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #readOnly: boolean;

  constructor(file: string, options: { clock: Clock; readOnly?: boolean }) {
    this.#file = file;
    this.#clock = options.clock;
    this.#readOnly = options.readOnly ?? false;
  }

  /**
   * Errors: `bad-input` for an unknown key or a bad value; with `lenient` they count as not set, so that a command
   * can put them right. A file that is no JSON object is set aside, with a warning.
   */
  async load(options: { lenient?: boolean } = {}): Promise<LoadedSettings> {
    const { values, warnings } = await this.#read();
    return {
      settings: settingsSchema.parse(options.lenient === true ? soundOf(values) : checkSettings(values, 'The settings file')),
      warnings,
    };
  }

  /**
   * Changes some settings and keeps the rest. A bad value that stands in the file already does not prevent
   * the user from replacing it; unknown keys are dropped.
   */
  async change(patch: Readonly<Record<string, unknown>>): Promise<Settings> {
    const checked = checkSettings(patch);
    const { values } = await this.#read();
    const settings = settingsSchema.parse({ ...soundOf(values), ...checked });
    const changed = Object.fromEntries(
      keys.filter((key) => JSON.stringify(settings[key]) !== JSON.stringify(defaults[key])).map((key) => [key, settings[key]]),
    );
    await writeFileAtomic(this.#file, `${JSON.stringify(changed, null, 2)}\n`, 'the settings file');
    return settings;
  }

  async #read(): Promise<{ values: Record<string, unknown>; warnings: string[] }> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { values: {}, warnings: [] };
      throw toFileError(error, 'the settings file');
    }
    try {
      const values: unknown = JSON.parse(text);
      if (typeof values === 'object' && values !== null && !Array.isArray(values))
        return { values: values as Record<string, unknown>, warnings: [] };
    } catch {
      // Handled with every other file that is no JSON object.
    }
    return { values: {}, warnings: [await this.#setAside()] };
  }

  async #setAside(): Promise<string> {
    const aside = `${this.#file}.damaged-${this.#clock.now().toISOString().replace(/[:.]/g, '-')}`;
    if (!this.#readOnly) {
      try {
        await rename(this.#file, aside);
        return `The settings file was damaged; the defaults are used. It was kept as ${aside}.`;
      } catch {
        // A folder that cannot be written: say what can be said.
      }
    }
    return 'The settings file is damaged; the defaults are used. Run "npm run fixlore -- settings set" to write a new one.';
  }
}
