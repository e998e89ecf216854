import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Masked } from '../../../src/main/domain/masked.ts';
import { openKnowledge, type KnowledgeIndex } from '../../../src/main/knowledge/knowledge-index.ts';
import { createHashTextEmbedder } from '../../support/hash-text-embedder.ts';
import { plainMasker } from '../../support/plain-masker.ts';

const manuals = join(import.meta.dirname, '../../../examples/manuals');
const text = (value: string) => value as Masked;
let scratch: string;
let dir: string;
let knowledge: KnowledgeIndex;
const open = (id?: string) => openKnowledge({ dir, textEmbedder: createHashTextEmbedder(id), masker: plainMasker });

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'fixlore-knowledge-'));
  dir = join(scratch, 'knowledge');
  knowledge = await open();
  for (const name of ['hp-40', 'fx-300', 'ac-75']) await knowledge.importMarkdown(join(manuals, `${name}.md`));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

describe('knowledge', () => {
  it('finds the passage by a code, cites document, version and heading', async () => {
    const [best] = await knowledge.search(
      { text: text('what to check on E204'), codes: ['e 204'], equipment: ['HP-40'], language: 'en' },
      3,
    );
    expect(best?.id).toMatch(/^M-hp40#3\.[12]$/);
    expect(best?.title).toMatch(/^HP-40 hydraulic power unit, service manual v3\.2, 3\.[12] /);
  });

  it('keeps to the equipment asked for', async () => {
    const found = await knowledge.search(
      { text: text('tightening torque of the cover'), codes: [], equipment: ['FX-300'], language: 'en' },
      5,
    );
    expect(found.every((item) => item.id.startsWith('M-fx300#'))).toBe(true);
    expect(await knowledge.search({ text: text('relief valve setting'), codes: [], equipment: ['RX-9'], language: 'en' }, 5)).toEqual([]);
  });

  it('finds nothing for an unrelated question', async () => {
    expect(await knowledge.search({ text: text('boil an egg soft yolk'), codes: [], equipment: [], language: 'en' }, 5)).toEqual([]);
  });

  it('tells the meaning of a code for this equipment only', async () => {
    const [row] = await knowledge.codeMeaning('e204', ['HP-40']);
    expect(row).toMatchObject({ id: 'M-hp40#3.1:E-204', kind: 'code' });
    expect(row?.text).toContain('Oil over temperature');
    expect(await knowledge.codeMeaning('E-204', ['FX-300'])).toEqual([]);
    expect(await knowledge.codeMeaning('E-977', [])).toEqual([]);
    expect((await knowledge.codeMeaning('AL-12', []))[0]?.text).toContain('排气温度过高');
  });

  it('gives the safety passage in its own wording', async () => {
    const [safety] = await knowledge.safetyFor(['HP-40']);
    expect(safety?.id).toBe('M-hp40#1.1');
    expect(safety?.text).toContain('read 0 bar on test point MP1');
    expect(await knowledge.safetyFor(['RX-9'])).toEqual([]);
    expect((await knowledge.safetyFor(['AC-75']))[0]?.text).toContain('验零');
  });

  it('is there again after opening, without embedding anew; files are private', async () => {
    const embedder = createHashTextEmbedder();
    const again = await openKnowledge({ dir, textEmbedder: embedder, masker: plainMasker });
    expect((await again.documents()).map((document) => document.id).sort()).toEqual(['ac75', 'fx300', 'hp40']);
    await again.search({ text: text('relief valve'), codes: [], equipment: ['HP-40'], language: 'en' }, 1);
    expect(embedder.calls).toBe(1);
    if (process.platform !== 'win32') expect((await stat(join(dir, 'hp40.json'))).mode & 0o777).toBe(0o600);
  });

  it('makes new vectors when the embedder has changed, and still finds', async () => {
    const other = await open('hash@2');
    const found = await other.search(
      { text: text('setting the relief valve, read MP1'), codes: ['MP1'], equipment: ['HP-40'], language: 'en' },
      1,
    );
    expect(found[0]?.id).toBe('M-hp40#4.2');
  });

  it('replaces the same file, and keeps another document of the same name beside it', async () => {
    const file = join(scratch, 'guide.md');
    await writeFile(file, '# Guide\n\nold words grommet');
    await knowledge.importMarkdown(file);
    await writeFile(file, '# Guide\n\nnew words sprocket');
    await knowledge.importMarkdown(file);
    expect(await readFile(join(dir, 'guide.json'), 'utf8')).not.toContain('grommet');
    await writeFile(file, '# Another book\n\nother words');
    expect((await knowledge.importMarkdown(file)).id).toBe('guide-2');
    expect((await readdir(dir)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('stores nothing personal and masks before embedding', async () => {
    const file = join(scratch, 'note.md');
    await writeFile(file, '# Note\n\ncontact: Nora Feldman, nora.feldman@example.com, fitting 100-4471.');
    await knowledge.importMarkdown(file);
    const stored = await readFile(join(dir, 'note.json'), 'utf8');
    expect(stored).not.toMatch(/Nora|Feldman|example\.com/);
    expect(stored).toContain('100-4471');
  });

  it('says what is wrong with a file that is missing, empty or no text', async () => {
    await expect(knowledge.importMarkdown(join(scratch, 'none.md'))).rejects.toMatchObject({ code: 'not-found' });
    await writeFile(join(scratch, 'empty.md'), '---\ntitle: x\n---\n');
    await expect(knowledge.importMarkdown(join(scratch, 'empty.md'))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('no text'),
    });
    await writeFile(join(scratch, 'photo.md'), new Uint8Array([0xff, 0xd8, 0, 0, 0xff]));
    await expect(knowledge.importMarkdown(join(scratch, 'photo.md'))).rejects.toMatchObject({ code: 'bad-input' });
    await writeFile(join(dir, 'hp40.json'), '{"id":');
    await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('hp40.json') });
  });
});
