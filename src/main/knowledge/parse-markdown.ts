/** A run of lines that belongs together: a table, a list (a procedure) or a paragraph. */
export interface MarkdownBlock {
  readonly kind: 'paragraph' | 'table' | 'list' | 'code';
  readonly text: string;
}

export interface MarkdownSection {
  /** Headings from the outermost to this one; empty before the first heading. */
  readonly headings: readonly string[];
  /** `3.2` when the heading carries a number, else counted by position: `s1.2`. Unique in the document. */
  readonly number: string;
  readonly blocks: readonly MarkdownBlock[];
}

export interface MarkdownDocument {
  /** Front matter, keys in lower case. */
  readonly fields: Readonly<Record<string, string>>;
  readonly sections: readonly MarkdownSection[];
}

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const listItem = /^\s{0,3}(?:[-*+]|\d{1,3}[.)、])\s+/;

/** Reads front matter, headings (`#` and underlined) and blocks. Never fails: what is not known is a paragraph. */
export function parseMarkdown(source: string): MarkdownDocument {
  const head = frontMatter.exec(source);
  const fields: Record<string, string> = {};
  for (const line of head?.[1]?.split(/\r?\n/) ?? []) {
    const pair = /^([\w-]+)\s*:\s*(.*?)\s*$/.exec(line);
    if (pair?.[1] !== undefined)
      fields[pair[1].toLowerCase()] = (pair[2] ?? '').replace(/^(['"])(.*)\1$/, '$2').replace(/^\[(.*)\]$/, '$1');
  }
  const sections: { headings: string[]; number: string; blocks: MarkdownBlock[] }[] = [];
  const used = new Set<string>();
  const chain: { level: number; text: string }[] = [];
  const counters: number[] = [];
  let blocks: MarkdownBlock[] = [];
  let lines: string[] = [];
  let kind: MarkdownBlock['kind'] = 'paragraph';

  const closeBlock = (): void => {
    const text = lines.join('\n').trim();
    if (text !== '') blocks.push({ kind, text });
    lines = [];
    kind = 'paragraph';
  };
  const openSection = (): void => {
    closeBlock();
    blocks = [];
    const title = chain.at(-1)?.text ?? '';
    let number =
      /^(\d+(?:\.\d+)*)[.)、]?(?=\s|\p{Script=Han}|$)/u.exec(title)?.[1] ?? `s${counters.filter((count) => count > 0).join('.') || '0'}`;
    for (let again = 2; used.has(number); again++) number = `${number.replace(/-\d+$/, '')}-${again}`;
    used.add(number);
    sections.push({ headings: chain.map((item) => item.text), number, blocks });
  };

  openSection();
  const all = (head === null ? source.replace(/^\uFEFF/, '') : source.slice(head[0].length)).split(/\r?\n/);
  let fence = '';
  for (let i = 0; i < all.length; i++) {
    const line = all[i] ?? '';
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') {
      lines.push(line);
      if (mark !== undefined && mark.startsWith(fence)) {
        fence = '';
        closeBlock();
      }
      continue;
    }
    if (mark !== undefined) {
      closeBlock();
      kind = 'code';
      fence = mark;
      lines.push(line);
      continue;
    }
    const heading = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
    const underline = heading === null && line.trim() !== '' && lines.length === 0 ? /^(=+|-{3,})\s*$/.exec(all[i + 1] ?? '') : null;
    if (heading !== null || (underline !== null && !line.includes('|'))) {
      const level = heading !== null ? (heading[1]?.length ?? 1) : underline?.[1]?.startsWith('=') ? 1 : 2;
      closeBlock();
      while ((chain.at(-1)?.level ?? 0) >= level) chain.pop();
      chain.push({ level, text: plain(heading?.[2] ?? line) });
      counters.length = level;
      for (let k = 0; k < level; k++) counters[k] ??= 0;
      counters[level - 1] = (counters[level - 1] ?? 0) + 1;
      openSection();
      if (heading === null) i++;
      continue;
    }
    if (line.trim() === '') {
      // A blank line inside a list does not end it when the list goes on.
      const next = all[i + 1] ?? '';
      if (kind === 'list' && (listItem.test(next) || /^\s{2,}\S/.test(next))) continue;
      closeBlock();
      continue;
    }
    const now: MarkdownBlock['kind'] = /^\s{0,3}\|/.test(line)
      ? 'table'
      : listItem.test(line)
        ? 'list'
        : kind === 'list' && lines.length > 0
          ? 'list'
          : 'paragraph';
    if (lines.length > 0 && now !== kind) {
      // "Check in this order:" stays with its list.
      const introduces = now !== 'paragraph' && /[:：]\s*$/.test(lines.at(-1) ?? '');
      if (introduces) kind = now;
      else closeBlock();
    }
    if (lines.length === 0) kind = now;
    lines.push(now === 'paragraph' ? line.trim() : line.replace(/\s+$/, ''));
  }
  closeBlock();
  return { fields, sections: sections.filter((section) => section.blocks.length > 0) };
}

function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .trim();
}

/** Cells of a Markdown table, header first; the rule line is left out. Empty when it is no table. */
export function tableRows(block: string): string[][] {
  return block
    .split('\n')
    .filter((line) => line.trim().startsWith('|') && !/^\s*\|?\s*:?-{2,}/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => plain(cell.replace(/\\\|/g, '|'))),
    );
}
