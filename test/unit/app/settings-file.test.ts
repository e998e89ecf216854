import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSettings, describeSettings, SettingsFile } from '../../../src/main/app/settings-file.ts';
import { settingsSchema } from '../../../src/main/app/settings.ts';
import { systemClock } from '../../../src/main/platform/clock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixlore-settings-'));
  path = join(folder, 'settings.json');
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});
const open = (readOnly = false) => new SettingsFile(path, { clock: systemClock, readOnly });

describe('settings file', () => {
  it('gives the defaults where there is none', async () => {
    expect((await open().load()).settings).toEqual(settingsSchema.parse({}));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps what was set, as a file of the owner alone, with the differing values only', async () => {
    await open().change({ recallTop: 7 });
    await open().change({ language: 'zh' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ recallTop: 7, language: 'zh' });
    expect((await open().load()).settings).toMatchObject({ recallTop: 7, language: 'zh' });
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it.each([
    ['recallTop', 0, /recallTop.*whole number from 1 to 20.*default is 5/],
    ['recallTop', 2.5, /recallTop.*1 to 20/],
    ['recallTop', 'many', /recallTop.*1 to 20/],
    ['recallTop', null, /recallTop.*1 to 20/],
    ['keywordWeight', 1.5, /keywordWeight.*number from 0 to 1.*0\.25/],
    ['language', 'fr', /language.*auto, en or zh.*auto/],
    ['ownWords', ['x'], /ownWords.*2 to 100 characters.*empty list/],
    ['recalltop', 5, /no setting "recalltop"; did you mean "recallTop"/],
    ['__proto__x', 5, /no setting/],
    ['toString', 5, /no setting "toString"/],
  ])('refuses %s = %j and says what is allowed', async (key, value, message) => {
    expect(() => checkSettings({ [key]: value })).toThrow(message);
    await expect(open().change({ [key]: value })).rejects.toMatchObject({ code: 'bad-input' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a bad value in the file is named as one of the file, and can be replaced', async () => {
    writeFileSync(path, JSON.stringify({ recallTop: 900, threads: 2 }));
    await expect(open().load()).rejects.toThrow(/settings file.*recallTop.*1 to 20/);
    await open().change({ recallTop: 3 });
    expect((await open().load()).settings).toMatchObject({ recallTop: 3, threads: 2 });
  });

  it('an unknown key in the file is named', async () => {
    writeFileSync(path, JSON.stringify({ colour: 'red' }));
    await expect(open().load()).rejects.toThrow(/settings file.*"colour"/);
  });

  it.each(['{"recallTop": 7', '', '[1]', '"text"', 'null', '\u0000\u0001'])('sets a damaged file aside: %j', async (text) => {
    writeFileSync(path, text);
    const { settings, warnings } = await open().load();
    expect(settings).toEqual(settingsSchema.parse({}));
    expect(warnings).toHaveLength(1);
    const [aside] = readdirSync(folder);
    expect(aside).toMatch(/^settings\.json\.damaged-/);
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(text);
    expect(warnings[0]).toContain(aside);
  });

  it('touches nothing when opened for reading alone', async () => {
    writeFileSync(path, '{');
    expect((await open(true).load()).warnings[0]).toMatch(/damaged/);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('describes each setting with meaning, range and default', () => {
    const described = describeSettings(settingsSchema.parse({ recallTop: 9 }));
    expect(described).toHaveLength(Object.keys(settingsSchema.shape).length);
    expect(described.find(({ key }) => key === 'recallTop')).toEqual({
      key: 'recallTop',
      value: 9,
      default: 5,
      meaning: 'Similar cases shown.',
      range: 'a whole number from 1 to 20',
      type: 'whole-number',
      choices: [],
      minimum: 1,
      maximum: 20,
    });
    for (const { meaning, range } of described) {
      expect(meaning).not.toBe('');
      expect(range).not.toContain('undefined');
    }
  });
});
