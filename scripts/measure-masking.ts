/**
 * Measures the masker on two public sets and prints tables: precision and recall per kind on presidio-research
 * (Microsoft, MIT), and how many codes and numbers survive in maintnorm (MIT). The sets are not part of the product:
 * `node scripts/measure-masking.ts [DIR]`, or FIXLORE_TEST_DATA, or ../shared/data beside the checkout.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { piiKinds, type PiiKind } from '../src/main/domain/masked.ts';
import { createMasker } from '../src/main/privacy/masker.ts';

const here = dirname(fileURLToPath(import.meta.url));
const directory = resolve(process.argv[2] ?? process.env['FIXLORE_TEST_DATA'] ?? join(here, '../../shared/data'));
const masker = createMasker({ secret: new Uint8Array(32).fill(1) });

interface Item {
  readonly full_text: string;
  readonly spans: readonly { entity_type: string; start_position: number; end_position: number }[];
}

/** Kinds of the set that Fixlore claims, and the placeholders that may stand for them. */
const claimed: Record<string, readonly PiiKind[]> = {
  PERSON: ['NAME'],
  PHONE_NUMBER: ['PHONE'],
  EMAIL_ADDRESS: ['EMAIL'],
  CREDIT_CARD: ['CARD'],
  IBAN_CODE: ['IBAN'],
  IP_ADDRESS: ['IP'],
  STREET_ADDRESS: ['ADDRESS'],
  ZIP_CODE: ['ADDRESS'],
  US_SSN: ['PASSPORT'],
  US_DRIVER_LICENSE: ['PASSPORT'],
};

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3);
}

function measurePresidio(): void {
  const file = join(directory, 'presidio-research/synth_dataset_v2.json');
  if (!existsSync(file)) return console.log(`skipped: ${file} is not there`);
  const items = JSON.parse(readFileSync(file, 'utf8')) as Item[];
  const found: Record<string, { whole: number; touched: number; total: number }> = {};
  const made: Partial<Record<PiiKind, { right: number; personal: number; total: number }>> = {};
  let bytes = 0;
  // The engine compiles the patterns during the first texts: the speed of a running app is measured.
  for (const item of items) masker.mask(item.full_text);
  const start = process.cpuUsage();
  for (const item of items) {
    bytes += Buffer.byteLength(item.full_text);
    const { spans } = masker.mask(item.full_text);
    for (const gold of item.spans) {
      const row = (found[gold.entity_type] ??= { whole: 0, touched: 0, total: 0 });
      row.total += 1;
      const covered = new Set<number>();
      for (const span of spans)
        for (let at = Math.max(span.start, gold.start_position); at < Math.min(span.end, gold.end_position); at += 1) covered.add(at);
      if (covered.size > 0) row.touched += 1;
      // A blank or a full stop at the end belongs to nobody.
      const letters = item.full_text.slice(gold.start_position, gold.end_position).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      const hidden = [...covered].filter((at) => /[\p{L}\p{N}]/u.test(item.full_text[at] ?? '')).length;
      if (hidden >= letters) row.whole += 1;
    }
    for (const span of spans) {
      const row = (made[span.kind] ??= { right: 0, personal: 0, total: 0 });
      row.total += 1;
      const overlapping = item.spans.filter((gold) => gold.start_position < span.end && span.start < gold.end_position);
      if (overlapping.some((gold) => claimed[gold.entity_type]?.includes(span.kind))) row.right += 1;
      if (overlapping.some((gold) => gold.entity_type !== 'DATE_TIME' && gold.entity_type !== 'TITLE')) row.personal += 1;
    }
  }
  const used = process.cpuUsage(start);
  const seconds = (used.user + used.system) / 1e6;
  console.log(
    `\npresidio-research: ${items.length} sentences, ${(bytes / 1000 / seconds).toFixed(0)} kB a second of processor time (with the counting)`,
  );
  console.log('kind of the set      total  hidden whole  hidden in part');
  let [whole, total] = [0, 0];
  for (const [kind, row] of Object.entries(found).sort((a, b) => b[1].total - a[1].total)) {
    const mark = claimed[kind] ? '' : '   (not claimed)';
    console.log(
      `${kind.padEnd(20)} ${String(row.total).padStart(5)}  ${percent(row.whole, row.total).padStart(12)}  ${percent(row.touched, row.total).padStart(14)}${mark}`,
    );
    if (claimed[kind]) [whole, total] = [whole + row.whole, total + row.total];
  }
  console.log(`all claimed kinds    ${String(total).padStart(5)}  ${percent(whole, total).padStart(12)}`);
  console.log('\nplaceholder       made  of the right kind  on any marked data');
  let [right, personal, all] = [0, 0, 0];
  for (const kind of piiKinds) {
    const row = made[kind];
    if (!row) continue;
    console.log(
      `${kind.padEnd(15)} ${String(row.total).padStart(6)}  ${percent(row.right, row.total).padStart(17)}  ${percent(row.personal, row.total).padStart(18)}`,
    );
    [right, personal, all] = [right + row.right, personal + row.personal, all + row.total];
  }
  console.log(`all             ${String(all).padStart(6)}  ${percent(right, all).padStart(17)}  ${percent(personal, all).padStart(18)}`);
}

function measureMaintnorm(): void {
  const counts = { id: { kept: 0, total: 0 }, num: { kept: 0, total: 0 }, date: { kept: 0, total: 0 } };
  let [texts, masked] = [0, 0];
  for (const name of ['combined_train.norm', 'combined_val.norm']) {
    const file = join(directory, 'maintnorm/data', name);
    if (!existsSync(file)) return console.log(`skipped: ${file} is not there`);
    for (const block of readFileSync(file, 'utf8').split(/\n\s*\n/)) {
      const tokens = block
        .split('\n')
        .map((line) => line.split('\t'))
        .filter((pair) => pair.length === 2);
      if (tokens.length === 0) continue;
      texts += 1;
      const offsets: { start: number; end: number; mark: keyof typeof counts }[] = [];
      let text = '';
      for (const [raw = '', normal = ''] of tokens) {
        if (text !== '') text += ' ';
        const mark = /<(id|num|date)>/.exec(normal)?.[1] as keyof typeof counts | undefined;
        if (mark) offsets.push({ start: text.length, end: text.length + raw.length, mark });
        text += raw;
      }
      const { spans } = masker.mask(text);
      if (spans.length > 0) {
        masked += 1;
        if (process.env['SHOW'] === '1')
          console.log(text, '=>', spans.map((span) => `${span.kind}:${text.slice(span.start, span.end)}`).join(' | '));
      }
      for (const { start, end, mark } of offsets) {
        counts[mark].total += 1;
        if (!spans.some((span) => span.start < end && start < span.end)) counts[mark].kept += 1;
      }
    }
  }
  console.log(`\nmaintnorm: ${texts} work-order texts, ${masked} of them masked somewhere`);
  for (const [mark, { kept, total }] of Object.entries(counts))
    console.log(`<${mark}>`.padEnd(8), `${kept} of ${total} survive (${(kept / Math.max(1, total)).toFixed(4)})`);
}

measurePresidio();
measureMaintnorm();
