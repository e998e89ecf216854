import { describe, expect, it } from 'vitest';
import { chunkDocument, estimateTokens, readCodeTables } from '../../../src/main/knowledge/chunk-document.ts';
import { KeywordIndex, keywordsOf } from '../../../src/main/knowledge/keyword-index.ts';
import { parseMarkdown, tableRows } from '../../../src/main/knowledge/parse-markdown.ts';

const manual = `---\ntitle: "Pump book"\nequipment: HP-40, HP-60\n---\n# Pump\n\nIntro.\n\n## 1 Safety\n\n1. Isolate and lock it out.\n\n2. Verify zero.\n\n## 2 Faults\n\nTable of codes:\n| Code | Meaning | Check |\n|---|---|---|\n| E-204 | Oil hot | Fan |\n| E-1, E-2 | Sensor \\| cable | |\n\n## After work\nDone.\n`;

describe('Markdown', () => {
  it('reads front matter, headings and keeps a spaced list whole', () => {
    const document = parseMarkdown(manual);
    expect(document.fields).toMatchObject({ title: 'Pump book', equipment: 'HP-40, HP-60' });
    expect(document.sections.map((section) => section.number)).toEqual(['s1', '1', '2', 's1.3']);
    const safety = document.sections.find((section) => section.headings.at(-1) === '1 Safety');
    expect(safety?.blocks).toHaveLength(1);
    expect(safety?.blocks[0]?.text).toContain('Verify zero');
    expect(safety?.headings).toEqual(['Pump', '1 Safety']);
  });

  it('gives every section another number', () => {
    const numbers = parseMarkdown('# 1 A\nx\n# 1 B\ny\n# C\nz\n').sections.map((section) => section.number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(3);
  });

  it('does not take a heading inside a code fence, and survives a fence that never ends', () => {
    const document = parseMarkdown('# A\n```\n# not a heading\n```\ntext\n```\nopen');
    expect(document.sections).toHaveLength(1);
    expect(document.sections[0]?.blocks.map((block) => block.kind)).toEqual(['code', 'paragraph', 'code']);
  });

  it('reads Windows line ends, a byte-order mark and underlined headings', () => {
    const document = parseMarkdown('\uFEFF---\r\ntitle: T\r\n---\r\nPump\r\n====\r\ntext\r\n');
    expect(document.fields['title']).toBe('T');
    expect(document.sections[0]?.headings).toEqual(['Pump']);
  });

  it('reads code tables: several codes in a cell, escaped bars, other tables left alone', () => {
    const rows = readCodeTables(parseMarkdown(manual));
    expect(rows.map((row) => row.text)).toEqual(['E-204: Oil hot. Check: Fan', 'E-1: Sensor | cable', 'E-2: Sensor | cable']);
    expect(readCodeTables(parseMarkdown('# A\n| Joint | Torque |\n|---|---|\n| M10 | 46 Nm |\n'))).toEqual([]);
    expect(tableRows('| a | b |\n|---|:-:|\n| 1 | 2 |')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });
});

describe('chunks', () => {
  it('marks the section that makes the machine safe, and not the one after the work', () => {
    const chunks = chunkDocument(parseMarkdown(`${manual}\n## Safety after the work\nClose the valve.\n`));
    expect(chunks.filter((chunk) => chunk.safety).map((chunk) => chunk.headings.at(-1))).toEqual(['1 Safety']);
  });

  it('splits a table of 400 rows under its header, loses no row and keeps pieces within 512 tokens', () => {
    const rows = Array.from({ length: 400 }, (_, i) => `| E-${i} | Meaning number ${i} of the table |`);
    const chunks = chunkDocument(parseMarkdown(`# Codes\n| Code | Meaning |\n|---|---|\n${rows.join('\n')}\n`));
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) {
      expect(chunk.text.startsWith('| Code | Meaning |')).toBe(true);
      expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(512);
    }
    for (const row of rows) expect(chunks.filter((chunk) => chunk.text.includes(row))).toHaveLength(1);
    expect(new Set(chunks.map((chunk) => chunk.number)).size).toBe(chunks.length);
  });

  it('never mixes two sections in one chunk', () => {
    expect(chunkDocument(parseMarkdown('# A\nx\n# B\ny')).map((chunk) => chunk.text)).toEqual(['x', 'y']);
  });
});

describe('keywords', () => {
  it('meets in plural, code spelling and Chinese cuts', () => {
    expect(keywordsOf('bearings')).toEqual(keywordsOf('bearing'));
    expect(keywordsOf('E 204')).toContain('#E204');
    expect(keywordsOf('Ｅ－２０４')).toContain('#E204');
    expect(keywordsOf('排气温度过高').some((word) => keywordsOf('温度').includes(word))).toBe(true);
  });

  it('gives 0 for what is not there, more for the better text, and stays within 1', () => {
    const index = new KeywordIndex(['relief valve setting of the pump', 'oil filter', 'relief valve relief valve relief valve']);
    const [a, b] = index.score('setting of relief valve');
    expect(b).toBe(0);
    expect(a).toBeGreaterThan(index.score('setting of relief valve')[2] ?? 1);
    expect(Math.max(...index.score('relief valve'))).toBeLessThanOrEqual(1);
    expect(new KeywordIndex([]).score('x')).toEqual([]);
  });
});
