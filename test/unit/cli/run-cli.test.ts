import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../src/main/domain/errors.ts';
import { diagnosisEvents, makeFakeApp, makeUnit, asMasked } from '../../support/make-app.ts';
import { runCliHere } from '../../support/run-cli.ts';

let folder: string;
let photo: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixlore-cli-'));
  photo = join(folder, 'panel.jpg');
  writeFileSync(photo, 'not really a picture');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(args: string[], app = makeFakeApp(), options: Parameters<typeof runCliHere>[2] = {}) {
  return runCliHere(args, async () => app, options);
}

describe('diagnose', () => {
  it('prints one object and nothing else with --json, with exactly the promised fields', async () => {
    const { code, stdout } = await run(['diagnose', photo, 'What is it?', '--json']);
    expect(code).toBe(0);
    const object = JSON.parse(stdout) as Record<string, Record<string, unknown>[] & Record<string, unknown>>;
    expect(Object.keys(object)).toEqual([
      'answer',
      'language',
      'stopped',
      'evidence',
      'similarCases',
      'photos',
      'steps',
      'grounding',
      'masked',
      'usage',
    ]);
    expect(Object.keys(object['evidence']?.[0] ?? {})).toEqual(['id', 'kind', 'title', 'score', 'text']);
    expect(Object.keys(object['similarCases']?.[0] ?? {})).toEqual([
      'id',
      'kind',
      'title',
      'score',
      'text',
      'resolution',
      'matchedBy',
      'equipment',
      'standing',
      'cautions',
      'source',
    ]);
    expect(Object.keys(object['photos']?.[0] ?? {})).toEqual(['description', 'ocr', 'fields', 'labels', 'width', 'height']);
    expect(object['photos']?.[0]?.['ocr']).toEqual([{ text: 'E-204', box: [10, 10, 90, 30], confidence: 0.98 }]);
    expect(object['photos']?.[0]?.['fields']).toEqual([{ name: 'fault-code', value: 'E-204' }]);
    expect(Object.keys(object['steps']?.[0] ?? {})).toEqual(['tool', 'args', 'ms', 'tokensIn', 'tokensOut', 'cached']);
    expect(Object.keys(object['grounding'] ?? {})).toEqual(['checked', 'removed']);
    expect(Object.keys(object['usage'] ?? {})).toEqual([
      'tokensIn',
      'tokensOut',
      'rounds',
      'msToSimilarCases',
      'msToFirstSentence',
      'ms',
      'peakRssBytes',
    ]);
  });

  it('tells photos from the question in any order, and hands on language and equipment', async () => {
    const app = makeFakeApp();
    await run(['diagnose', 'Why does it stop?', photo, photo, '--lang', 'zh', '--equipment', 'HP-40'], app);
    expect(app.calls[0]?.input).toMatchObject({
      question: 'Why does it stop?',
      language: 'zh',
      equipment: 'HP-40',
      photos: [{ role: 'fault' }, { role: 'fault' }],
    });
    expect(app.disposed).toBe(true);
  });

  it('takes a photo alone and a question alone', async () => {
    const app = makeFakeApp();
    expect((await run(['diagnose', photo], app)).code).toBe(0);
    expect((await run(['diagnose', 'E-204 on HP-40?'], app)).code).toBe(0);
    expect(app.calls.map((call) => (call.input as { question: string }).question)).toEqual(['', 'E-204 on HP-40?']);
  });

  it('shows what was read and the similar cases before the answer, and the usage last', async () => {
    const { stdout } = await run(['diagnose', photo, 'What is it?']);
    const places = [
      'fault-code: E-204',
      'C-7KQ2M9XA',
      'look_up_fault_code(code: E-204)',
      'The fan contactor was burnt',
      'Sources',
      '700 tokens read',
    ].map((text) => stdout.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(stdout).toContain('replaced by a newer fix');
    expect(stdout).toContain('there is glare on it');
  });

  it('shows placeholders shortened to people, and whole to programs', async () => {
    expect((await run(['diagnose', photo])).stdout).toContain('Call [PHONE:7f3a].');
    expect((await run(['diagnose', photo, '--json'])).stdout).toContain('[PHONE:7f3a9c01d2e4]');
  });

  it.each([
    [['diagnose'], /neither a photo nor a question/i],
    [['diagnose', ''], /neither a photo nor a question/i],
    [['diagnose', '/no/such/place/panel.png', 'What is it?'], /\/no\/such\/place\/panel\.png/],
    [['diagnose', 'first question', 'second question'], /first question.*second question/],
    [['diagnose', 'What?', '--lang', 'fr'], /en, zh/],
    [['diagnose', 'What?', '--jsn'], /--json/],
    [['diagnos', 'What?'], /diagnose/],
    [['memory', 'lst'], /list/],
    [['memory', 'list', '--limit', '-3'], /1 to 500/],
    [['memory', 'add'], /--text/],
    [['memory', 'add', '--text', '  '], /--text/],
    [['settings', 'set', 'recallTop'], /value/],
    [['settings', 'get', 'nonsense'], /nonsense/],
    [['memory', 'show', 'C-00000000'], /C-00000000/],
    [[], /--help/],
    [['memory'], /--help/],
  ])('%j is refused with 2 and a hint', async (args, message) => {
    const { code, stdout, stderr } = await run(args as string[]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message as RegExp);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each<[ErrorCode, number]>([
    ['bad-input', 2],
    ['photo-unreadable', 2],
    ['photo-too-large', 2],
    ['model-missing', 3],
    ['native-part-missing', 3],
    ['locked', 4],
    ['read-only', 4],
    ['disk-full', 4],
    ['no-permission', 4],
    ['cancelled', 130],
    ['internal', 1],
  ])('%s ends with %i, as one object with --json', async (errorCode, exitCode) => {
    const app = makeFakeApp({ failWith: new AppError(errorCode, 'It is so. Do this.') });
    const { code, stdout } = await run(['diagnose', photo, '--json'], app);
    expect(code).toBe(exitCode);
    expect(JSON.parse(stdout)).toEqual({ error: { code: errorCode, message: 'It is so. Do this.' } });
    expect(app.disposed).toBe(true);
  });

  it('hides the inside of a fault of ours', async () => {
    const { code, stderr } = await run(['diagnose', photo], makeFakeApp({ failWith: new TypeError('secret of customer 4711') }));
    expect(code).toBe(1);
    expect(stderr).not.toContain('4711');
    expect(stderr).not.toContain('TypeError');
  });

  it('a parse error with --json is an object too', async () => {
    const { code, stdout, stderr } = await run(['diagnose', photo, '--json', '--wrong']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'bad-input' } });
    expect(stderr).toBe('');
  });

  it('a cancelled diagnosis ends with 130 and prints no answer object', async () => {
    const cancel = new AbortController();
    const app = makeFakeApp();
    const original = app.diagnose.bind(app);
    app.diagnose = async function* (input, signal) {
      for await (const event of original(input, signal)) {
        yield event;
        if (event.type === 'similar-cases') cancel.abort();
      }
    };
    const { code, stdout } = await run(['diagnose', photo, '--json'], app, { signal: cancel.signal });
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'cancelled' } });
  });
});

describe('what is shown', () => {
  it('is coloured on a screen alone, and never with NO_COLOR', async () => {
    const escape = '\u001b[';
    expect((await run(['diagnose', photo])).stdout).not.toContain(escape);
    expect((await run(['diagnose', photo], makeFakeApp(), { tty: true })).stdout).toContain(escape);
    expect((await run(['diagnose', photo], makeFakeApp(), { tty: true, env: { NO_COLOR: '1' } })).stdout).not.toContain(escape);
  });

  it('lets no text of a case steer the terminal', async () => {
    const app = makeFakeApp({ units: [makeUnit({ title: asMasked('quiet\u001b]0;owned\u0007\u001b[2J') })] });
    const { stdout } = await run(['memory', 'list'], app);
    expect(stdout).not.toMatch(/\u001b|\u0007/);
    expect(stdout).toContain('quiet');
  });

  it('helps on request with 0, on standard output', async () => {
    const { code, stdout } = await run(['diagnose', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--equipment');
  });

  it('warns of a damaged settings file without spoiling the object', async () => {
    const { stdout, stderr } = await run(['memory', 'stats', '--json'], makeFakeApp({ warnings: ['The settings file was damaged.'] }));
    expect(stderr).toContain('settings file was damaged');
    expect(JSON.parse(stdout)).toMatchObject({ units: 1 });
  });
});

describe('other commands', () => {
  it('hands a case on as it was given', async () => {
    const app = makeFakeApp();
    const { code } = await run(
      [
        'memory',
        'add',
        '--text',
        'fan stands',
        '--resolution',
        'new K7',
        '--photo',
        photo,
        '--equipment',
        'HP-40',
        '--asset',
        'HPU-07',
        '--source',
        'T-1',
      ],
      app,
    );
    expect(code).toBe(0);
    expect(app.calls[0]?.input).toMatchObject({
      text: 'fan stands',
      resolution: 'new K7',
      equipment: 'HP-40',
      asset: 'HPU-07',
      source: { system: 'user', id: 'T-1' },
      photos: [{ role: 'fault' }],
    });
  });

  it('opens the memory for reading alone where nothing is written', async () => {
    const asked: unknown[] = [];
    const createApp = async (config: unknown) => {
      asked.push(config);
      return makeFakeApp();
    };
    await runCliHere(['memory', 'list', '--data', '/somewhere'], createApp);
    await runCliHere(['memory', 'add', '--text', 'x y z'], createApp);
    expect(asked).toMatchObject([{ readOnly: true, dataDir: '/somewhere' }, {}]);
    expect(asked[1]).not.toHaveProperty('readOnly');
  });

  it('reads numbers and lists for settings', async () => {
    const app = makeFakeApp();
    await run(['settings', 'set', 'recallTop', '7'], app);
    await run(['settings', 'set', 'ownWords', 'Bluefin', 'Kestrel'], app);
    expect(app.calls.map((call) => call.input)).toEqual([{ recallTop: 7 }, { ownWords: ['Bluefin', 'Kestrel'] }]);
  });

  it('models verify ends with 3 and names the file; with --json as one object', async () => {
    const plain = await run(['models', 'verify']);
    expect(plain.code).toBe(3);
    expect(plain.stderr).toContain('a.gguf');
    const json = await run(['models', 'verify', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'model-damaged' } });
  });

  it('models fetch shows bytes on standard error', async () => {
    const { code, stderr } = await run(['models', 'fetch']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/a\.gguf: 1 MB from the model hub/);
    expect(stderr).toMatch(/1\.0 of 1\.0 MiB, 1\.0 MiB\/s/);
  });

  it('says its version', async () => {
    const { code, stdout } = await run(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('does not take a folder for a photo', async () => {
    mkdirSync(join(folder, 'sub'), { recursive: true });
    const { code, stderr } = await run(['diagnose', join(folder, 'sub'), 'What?']);
    expect(code).toBe(2);
    expect(stderr).toContain('is a folder');
  });

  it('keeps the events of the printer complete', () => {
    expect(new Set(diagnosisEvents.map((event) => event.type)).size).toBe(9);
  });
});
