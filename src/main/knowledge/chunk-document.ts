import type { MarkdownBlock, MarkdownDocument } from './parse-markdown.ts';
import { tableRows } from './parse-markdown.ts';

export interface Chunk {
  /** Number of the section, with a letter when the section needed more than one chunk: `3.2`, `3.2b`. */
  readonly number: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** True for a section that says how to make the machine safe. */
  readonly safety: boolean;
}

export interface CodeRow {
  readonly code: string;
  /** `E-204: Oil over temperature. First check: …` */
  readonly text: string;
  readonly section: string;
  readonly headings: readonly string[];
}

const most = 512;
const aboutSafety =
  /\b(?:safety|before (?:any )?(?:work|maintenance)|isolat\w*|lock(?:ing)? ?out|stored (?:charge|energy)|danger|warnings?)\b|安全|检修前|隔离|上锁|危险|警告/iu;
/** What such a section must speak of, so that "after the work" is not taken for it. */
const makesSafe = /\b(?:isolat\w*|lock(?:ed)? (?:it|out|the)|verify zero|de-?energi[sz]e\w*|release)\b|隔离|上锁|泄压|验零|断电/iu;
const codeColumn =
  /^(?:(?:fault|error|alarm|trip|event)?\s*(?:codes?|no\.?|numbers?)|(?:fault|error|alarm|trip)|(?:故障|报警|错误|警报)?(?:代码|代号|码))$/iu;

/** Tokens of a text, roughly: 1.3 for a Latin word, 1 for a Han character. Good to about 20 %. */
export function estimateTokens(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words =
    text.match(/[\p{L}\p{N}]+/gu)?.reduce((sum, word) => sum + (/\p{Script=Han}/u.test(word) ? 0 : Math.max(1, word.length / 4.5)), 0) ?? 0;
  return Math.ceil(han + words * 1.1);
}

/** Pieces of a block that is longer than a chunk may be: tables by rows with their header, prose by sentences, lists by items. */
function splitLong(block: MarkdownBlock): string[] {
  if (estimateTokens(block.text) <= most) return [block.text];
  const lines = block.text.split('\n');
  const tableAt = lines.findIndex((line) => line.trim().startsWith('|'));
  const head = block.kind === 'table' && tableAt >= 0 ? lines.slice(0, tableAt + 2).join('\n') : '';
  const units =
    block.kind === 'table'
      ? lines.slice(tableAt + 2)
      : block.kind === 'paragraph'
        ? block.text.split(/(?<=[.!?]\s)|(?<=[。！？])/u)
        : block.text.split(/\n(?=\s{0,3}(?:[-*+]|\d{1,3}[.)、])\s)/u);
  const pieces: string[] = [];
  let piece = head;
  for (const unit of units) {
    const joined = piece === '' ? unit : `${piece}${block.kind === 'paragraph' ? '' : '\n'}${unit}`;
    if (estimateTokens(joined) > most && piece !== '' && piece !== head) {
      pieces.push(piece.trim());
      piece = head === '' ? unit : `${head}\n${unit}`;
    } else piece = joined;
  }
  if (piece.trim() !== '') pieces.push(piece.trim());
  return pieces;
}

/** Cuts a document on its meaning: a chunk stays inside one section; tables and procedures stay whole up to 512 tokens. */
export function chunkDocument(document: MarkdownDocument): Chunk[] {
  const chunks: Chunk[] = [];
  for (const section of document.sections) {
    const headed = section.headings.some((heading) => aboutSafety.test(heading));
    const texts: string[] = [];
    for (const piece of section.blocks.flatMap(splitLong)) {
      const last = texts.at(-1);
      if (last !== undefined && estimateTokens(last) + estimateTokens(piece) <= most) texts[texts.length - 1] = `${last}\n\n${piece}`;
      else texts.push(piece);
    }
    texts.forEach((text, index) =>
      chunks.push({
        number: index === 0 ? section.number : `${section.number}${letters(index)}`,
        headings: section.headings,
        text,
        safety: headed && makesSafe.test(text),
      }),
    );
  }
  return chunks;
}

function letters(index: number): string {
  return index < 26 ? String.fromCharCode(97 + index) : `x${index}`;
}

/** Rows of every table whose first column is headed as a code. */
export function readCodeTables(document: MarkdownDocument): CodeRow[] {
  const out: CodeRow[] = [];
  for (const section of document.sections) {
    for (const block of section.blocks) {
      const [header, ...rows] = block.kind === 'table' ? tableRows(block.text) : [];
      if (header === undefined || !codeColumn.test(header[0] ?? '')) continue;
      for (const row of rows) {
        const code = row[0] ?? '';
        if (!/\d/.test(code) || (row[1] ?? '') === '') continue;
        const rest = row
          .slice(2)
          .map((cell, i) => (cell === '' ? '' : `${header[i + 2] ?? ''}: ${cell}`))
          .filter((cell) => cell !== '');
        for (const one of code.split(/\s*[,/、]\s*/))
          out.push({ code: one, text: [`${one}: ${row[1]}`, ...rest].join('. '), section: section.number, headings: section.headings });
      }
    }
  }
  return out;
}
