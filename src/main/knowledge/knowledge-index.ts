import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { findCodes, normaliseCode } from '../domain/code.ts';
import { AppError } from '../domain/errors.ts';
import type { Evidence } from '../domain/evidence.ts';
import { detectLanguage, languages, type Language } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import type { TextEmbedder } from '../inference/text-embedder.ts';
import { fromStore, joinMasked, literal, maskedText, type Masker } from '../privacy/masked.ts';
import { chunkDocument, readCodeTables } from './chunk-document.ts';
import { KeywordIndex } from './keyword-index.ts';
import { passageCut, scaleCosine } from './knowledge-cuts.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { decodeVector, encodeVector, readDocuments, saveDocument, type StoredDocument } from './stored-document.ts';

export interface KnowledgeQuery {
  readonly text: Masked;
  /** Codes as written; they lean the search on keywords. */
  readonly codes: readonly string[];
  /** Makes and models; empty when unknown. Documents about others are left out. */
  readonly equipment: readonly string[];
  readonly language: Language;
}

export interface KnowledgeDocument {
  readonly id: string;
  readonly title: Masked;
  readonly equipment: readonly Masked[];
  readonly version: Masked;
  readonly date: Masked;
  readonly language: Language;
  readonly passages: number;
}

/** Manuals and procedures, masked, with hybrid search. Evidence ids: `M-<document>#<section>`. */
export interface KnowledgeIndex {
  /** Best first, nothing below the cut. Errors: `cancelled`, those of the embedder. */
  search(query: KnowledgeQuery, limit: number, signal?: AbortSignal): Promise<Evidence[]>;
  /** What the code tables of the manuals say; of this equipment alone when it is known. */
  codeMeaning(code: string, equipment: readonly string[]): Promise<Evidence[]>;
  /** The safety passages of the manuals for this equipment, in their own wording. */
  safetyFor(equipment: readonly string[]): Promise<Evidence[]>;
  documents(): Promise<readonly KnowledgeDocument[]>;
  /** The same file again replaces its earlier version. Errors: `not-found`, `bad-input`, `disk-full`, `read-only`, `no-permission`. */
  importMarkdown(file: string, signal?: AbortSignal): Promise<KnowledgeDocument>;
}

interface Passage {
  readonly document: StoredDocument;
  readonly at: StoredDocument['passages'][number];
  readonly vector: Float32Array;
}

const largestFile = 8 * 1024 * 1024;
/** Share of keywords in the fusion: low for prose, high when codes or part numbers are asked for. */
const keywordShare = { prose: 0.35, codes: 0.6 } as const;

export async function openKnowledge(options: { dir: string; textEmbedder: TextEmbedder; masker: Masker }): Promise<KnowledgeIndex> {
  const { dir, textEmbedder, masker } = options;
  const documents = new Map<string, StoredDocument>();
  for (const document of await readDocuments(dir)) documents.set(document.id, document);
  let built: { passages: Passage[]; keywords: KeywordIndex } | null = null;

  const embedPassages = (passages: readonly { heading: Masked; text: Masked }[], signal?: AbortSignal): Promise<Float32Array[]> =>
    textEmbedder.embed(
      passages.map((passage) => `${passage.heading}\n${passage.text}`),
      'passage',
      signal,
    );

  async function build(signal?: AbortSignal): Promise<{ passages: Passage[]; keywords: KeywordIndex }> {
    if (built !== null) return built;
    const passages: Passage[] = [];
    for (const [id, document] of documents) {
      let current = document;
      if (document.embedder !== textEmbedder.id) {
        // Vectors of another embedder mean nothing here; the masked text is kept, so new ones are made.
        const vectors = await embedPassages(document.passages, signal);
        current = {
          ...document,
          embedder: textEmbedder.id,
          passages: document.passages.map((passage, i) => ({
            ...passage,
            vector: encodeVector(vectors[i] ?? new Float32Array(textEmbedder.dimensions)),
          })),
        };
        documents.set(id, current);
      }
      for (const at of current.passages) passages.push({ document: current, at, vector: decodeVector(at.vector) });
    }
    built = { passages, keywords: new KeywordIndex(passages.map(({ document, at }) => `${document.title}\n${at.heading}\n${at.text}`)) };
    return built;
  }

  return {
    async search(query, limit, signal) {
      if (documents.size === 0 || query.text.trim() === '') return [];
      const { passages, keywords } = await build(signal);
      const words = keywords.score([query.text, ...query.codes].join(' '));
      const [vector] = await textEmbedder.embed([query.text], 'query', signal);
      const least = query.equipment.length > 0 ? passageCut.ownMachine : passageCut.anyMachine;
      const asked = new Set(query.codes.map(normaliseCode));
      const share = asked.size > 0 ? keywordShare.codes : keywordShare.prose;
      return passages
        .map((passage, i) => {
          const meaning = scaleCosine(dot(vector, passage.vector), query.language, passage.document.language);
          const exact =
            asked.size > 0 &&
            findCodes(`${passage.at.heading}\n${passage.at.text}`).some(
              (code) => asked.has(code.normal) && !isModel(code.normal, passage.document),
            );
          // Across languages words cannot meet, so meaning stands alone there.
          const fused =
            query.language === passage.document.language
              ? share * (words[i] ?? 0) + (1 - share) * meaning
              : 0.2 * (words[i] ?? 0) + 0.8 * meaning;
          return { passage, exact, score: exact ? 0.5 + 0.5 * fused : fused };
        })
        .filter(({ passage, exact, score }) => (exact || score >= least) && concerns(passage.document, query.equipment))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ passage, score }) => passageEvidence(passage, score));
    },

    async codeMeaning(code, equipment) {
      const normal = normaliseCode(code);
      if (normal === '') return [];
      const out: Evidence[] = [];
      for (const document of documents.values()) {
        if (!concerns(document, equipment)) continue;
        for (const row of document.codes) {
          if (row.normal !== normal) continue;
          out.push({
            id: `M-${document.id}#${row.section}:${row.code}`,
            kind: 'code',
            title: titleOf(document, row.heading),
            text: row.text,
            score: 1,
            language: document.language,
            cautions: [],
          });
        }
      }
      return out;
    },

    async safetyFor(equipment) {
      if (equipment.length === 0) return [];
      return [...documents.values()]
        .filter((document) => document.equipment.length > 0 && concerns(document, equipment))
        .flatMap((document) =>
          document.passages.filter((at) => at.safety).map((at) => passageEvidence({ document, at, vector: new Float32Array(0) }, 1)),
        );
    },

    async documents() {
      return [...documents.values()].map(summaryOf);
    },

    async importMarkdown(file, signal) {
      const name = masker.mask(basename(file)).text;
      const source = await readSource(file, name);
      const parsed = parseMarkdown(source);
      const chunks = chunkDocument(parsed);
      if (chunks.length === 0)
        throw new AppError('bad-input', `${name} holds no text. Choose a Markdown file with headings and paragraphs.`);
      const mask = (text: string): Masked => masker.mask(text).text;
      const heading = (headings: readonly string[]): Masked => mask(headings.at(-1) ?? '');
      const fallback = parsed.sections.flatMap((section) => section.headings)[0] ?? basename(file, extname(file));
      const title = mask(parsed.fields['title'] ?? fallback);
      const stated = parsed.fields['language'] as Language | undefined;
      const plain = chunks.map((chunk) => ({
        number: chunk.number,
        heading: heading(chunk.headings),
        text: mask(chunk.text),
        safety: chunk.safety,
      }));
      const vectors = await embedPassages(plain, signal);
      const document: StoredDocument = {
        id: documentId(file, title),
        title,
        equipment: (parsed.fields['equipment'] ?? '')
          .split(/[,;，；、]/)
          .map((item) => mask(item.trim()))
          .filter((item) => item !== ''),
        version: mask(parsed.fields['version'] ?? ''),
        date: mask(parsed.fields['date'] ?? ''),
        language: stated !== undefined && languages.includes(stated) ? stated : detectLanguage(source),
        embedder: textEmbedder.id,
        passages: plain.map((passage, i) => ({
          ...passage,
          vector: encodeVector(vectors[i] ?? new Float32Array(textEmbedder.dimensions)),
        })),
        codes: readCodeTables(parsed).map((row) => ({
          code: mask(row.code),
          normal: normaliseCode(mask(row.code)),
          text: mask(row.text),
          section: row.section,
          heading: heading(row.headings),
        })),
      };
      await saveDocument(dir, document);
      documents.set(document.id, document);
      built = null;
      return summaryOf(document);
    },
  };

  /** From the file's name, so that the same file replaces itself; another document of the same name gets a number. */
  function documentId(file: string, title: Masked): string {
    const stem = basename(masker.mask(basename(file)).text).replace(/\.[^.]*$/, '');
    const base =
      stem
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '') || `doc${fingerprint(stem)}`;
    for (let again = 1; ; again++) {
      const id = again === 1 ? base : `${base}-${again}`;
      const there = documents.get(id);
      if (there === undefined || there.title === title) return id;
    }
  }
}

async function readSource(file: string, name: Masked): Promise<string> {
  let size: number;
  let bytes: Uint8Array;
  try {
    size = (await stat(file)).size;
    bytes = size > largestFile ? new Uint8Array() : await readFile(file);
  } catch (error) {
    throw new AppError('not-found', `${name} could not be opened. Check that the file is there and readable.`, { cause: error });
  }
  if (size > largestFile) throw new AppError('bad-input', `${name} is larger than 8 MiB. Split it into several documents.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (bytes.includes(0)) throw new AppError('bad-input', `${name} is no text file. Choose a Markdown file.`);
    return new TextDecoder('gb18030').decode(bytes);
  }
}

function fingerprint(text: string): string {
  let hash = 2166136261;
  for (const ch of text) hash = Math.imul(hash ^ (ch.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash.toString(36);
}

/** A document without equipment concerns every machine; when none is named, every document is looked at. */
function concerns(document: StoredDocument, equipment: readonly string[]): boolean {
  if (equipment.length === 0 || document.equipment.length === 0) return true;
  const wanted = new Set(equipment.flatMap(modelKeys));
  return document.equipment.some((item) => modelKeys(item).some((key) => wanted.has(key)));
}

function modelKeys(name: string): string[] {
  return [normaliseCode(name), ...findCodes(name).map((code) => code.normal)];
}

function isModel(normal: string, document: StoredDocument): boolean {
  return document.equipment.some((item) => modelKeys(item).includes(normal));
}

function titleOf(document: StoredDocument, heading: Masked): Masked {
  const version = document.version === '' ? literal('') : maskedText`v${document.version}`;
  return joinMasked([joinMasked([document.title, version], ' '), heading], ', ');
}

function passageEvidence({ document, at }: Passage, score: number): Evidence {
  return {
    id: `M-${document.id}#${at.number}`,
    kind: 'manual',
    title: titleOf(document, at.heading),
    text: fromStore(at.text),
    score,
    language: document.language,
    cautions: [],
  };
}

function summaryOf(document: StoredDocument): KnowledgeDocument {
  return {
    id: document.id,
    title: document.title,
    equipment: document.equipment,
    version: document.version,
    date: document.date,
    language: document.language,
    passages: document.passages.length,
  };
}

function dot(a: Float32Array | undefined, b: Float32Array): number {
  if (a === undefined || a.length !== b.length) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
