import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMasker } from '../../src/main/privacy/masker.ts';
import { createPseudonyms, shortenPlaceholders } from '../../src/main/privacy/pseudonym.ts';
import { maskerSuite } from '../support/masker-suite.ts';

const secret = new Uint8Array(32).fill(7);
const masker = createMasker({ secret });
maskerSuite('the masker', () => createMasker({ secret }));

const digit = fc.constantFrom(...'0123456789');
const mobile = fc
  .tuple(fc.constantFrom('130', '138', '159', '186'), fc.array(digit, { minLength: 8, maxLength: 8 }))
  .map(([head, rest]) => head + rest.join(''));
const mail = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{2,10}$/), fc.stringMatching(/^[a-z]{3,10}$/))
  .map(([name, host]) => `${name}@${host}.com`);
const person = fc
  .tuple(fc.constantFrom('Smith', 'Kowalski', 'Okafor', 'Tanaka'), fc.constantFrom('Mr. ', 'Dr. ', 'Contact: ', 'reported by '))
  .map(([name, cue]) => ({ cue, name }));
const survivor = fc.constantFrom(
  'E-204',
  'HP-40',
  'S/N 88231-A7',
  'P/N 100-4471',
  '25 Nm',
  '3.5 bar',
  '192.168.0.10',
  '00:1B:44:11:3A:B7',
  '2024-01-15',
  'asset 100447123',
  'WO 4500123456',
  '6205-2RS',
);
const words = fc.constantFrom('pump stopped,', 'seal leaks;', '轴承异响，', 'then', 'after restart:', '更换后正常。', '\n', 'see below.');
const piece = fc.oneof(
  mobile.map((value) => ({ text: `Tel ${value}`, gone: value, stays: '' })),
  mail.map((value) => ({ text: value, gone: value, stays: '' })),
  person.map(({ cue, name }) => ({ text: cue + name, gone: name, stays: '' })),
  survivor.map((value) => ({ text: value, gone: '', stays: value })),
  words.map((value) => ({ text: value, gone: '', stays: value })),
);

describe('over many texts', () => {
  it('what was planted is gone, what a technician needs stays, twice is once', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const { text } = masker.mask(pieces.map((part) => part.text).join(' '));
        for (const { gone, stays } of pieces) {
          if (gone) expect(text).not.toContain(gone);
          if (stays) expect(text).toContain(stays);
        }
        expect(masker.mask(text).text).toBe(text);
      }),
      { numRuns: 400, seed: 11 },
    );
  });

  it('no string makes it throw, and masking twice is masking once', () => {
    const awkward = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((codes) => String.fromCharCode(...codes)),
      fc
        .array(
          fc.constantFrom(
            '1',
            '38',
            '0',
            ' ',
            '-',
            '+',
            '(',
            ')',
            '@',
            '.',
            ':',
            'a',
            'Tel',
            '王',
            '工',
            '路',
            '号',
            '密码',
            'password',
            '[',
            ']',
            'PHONE',
            '\u200b',
            '\ufffc',
            '１',
            'O',
            'l',
            '\ud83d',
            '\n',
          ),
          { maxLength: 60 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(awkward, (text) => {
        const once = masker.mask(text);
        const twice = masker.mask(once.text);
        expect(twice.text).toBe(once.text);
        expect(twice.counts).toEqual([]);
      }),
      { numRuns: 3000, seed: 12 },
    );
  });
});

describe('placeholders', () => {
  const of = (text: string, with_ = masker) => /\[[A-Z_]+:[0-9a-f]{12}\]/.exec(with_.mask(text).text)?.[0];

  it.each([
    ['138 0013 8000', '+86-138-0013-8000'],
    ['Tel 13800138000', '电话：１３８００１３８０００'],
    ['JOE@Example.com', 'joe@example.com'],
    ['Mr. Brown', 'reported by Brown'],
    ['王工', '王师傅'],
    ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['京A·12345', '京A12345'],
  ])('two spellings of one value are one placeholder: %s, %s', (one, other) => {
    expect(of(one)).toBeDefined();
    expect(of(one)).toBe(of(other));
  });

  it('another value, another kind or another installation makes another placeholder', () => {
    expect(of('Tel 13800138000')).not.toBe(of('Tel 13800138001'));
    const make = createPseudonyms(secret);
    expect(make('NAME', 'x').slice(-13)).not.toBe(make('EMAIL', 'x').slice(-13));
    expect(of('Mr. Brown')).not.toBe(of('Mr. Brown', createMasker({ secret: new Uint8Array(32).fill(8) })));
  });

  it('are shown shortened, and a shortened one is not masked again', () => {
    const { text } = masker.mask('Tel 13800138000');
    expect(shortenPlaceholders(text)).toMatch(/^Tel \[PHONE:[0-9a-f]{4}\]$/);
    expect(masker.mask(shortenPlaceholders(text)).text).toBe(shortenPlaceholders(text));
    expect(shortenPlaceholders('[E:204] [PHONE:xyz]')).toBe('[E:204] [PHONE:xyz]');
  });

  it('refuses a short secret', () => {
    expect(() => createMasker({ secret: new Uint8Array(4) })).toThrow(/too short/);
  });
});

describe('speed', () => {
  const hostile = [
    '1',
    '1 ',
    '1-',
    '(1',
    'a',
    'a@',
    '@',
    'a.',
    'A ',
    'Aa ',
    'Contact: ',
    '王',
    '路1号',
    '省市',
    '[',
    'eyJ',
    'eyJa.',
    '://',
    '://a:',
    'password ',
    'password:',
    ':',
    '0:',
    '1.1.1.1.',
    '°1',
    'AA',
    'DE89 ',
    '京A',
    '-----BEGIN PRIVATE KEY-----',
    ' ',
    '\n',
    '１',
    '\u200b',
    'address: A 1 ',
    'xoxb-a',
    'user: a ',
    'Mr ',
    '1°1′',
    'token=',
    '0 ',
    '地址:',
    '3栋',
    'l1O',
  ];

  it.each(hostile)('20,000 characters of %j take less than a second', (unit) => {
    const text = unit.repeat(Math.ceil(20_000 / unit.length)).slice(0, 20_000);
    for (const one of [text, `${text}x`]) {
      // Processor time: other programs on the machine must not make the test fail.
      const start = process.cpuUsage();
      masker.mask(one);
      expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1);
    }
  });

  it('masks more than 100 kB of ordinary text a second', () => {
    const text =
      'Pump HP-40 reported E-204 at 3.5 bar, S/N 88231-A7. Replaced seal 100-4471, 25 Nm. 更换密封后压力正常。 Mr. Brown (138 0013 8000) confirmed.\n'.repeat(
        800,
      );
    const start = process.cpuUsage();
    masker.mask(text);
    const seconds = process.cpuUsage(start).user / 1e6;
    expect(Buffer.byteLength(text) / 1000 / seconds).toBeGreaterThan(100);
  });
});
