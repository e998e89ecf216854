import type { z } from 'zod';
import type { Evidence } from '../domain/evidence.ts';
import type { Language } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import type { PhotoReading } from '../domain/photo.ts';

/** Facts that tools need and give; the causal graph is drawn over them. */
export const factNames = [
  'question',
  'photo-reading',
  'fault-code',
  'equipment',
  'asset',
  'expression',
  'similar-cases',
  'code-meaning',
  'manual-passage',
  'work-orders',
  'calculated-value',
] as const;
export type FactName = (typeof factNames)[number];

/** What is known at a step: from the question, the photos and the observations so far. */
export interface KnownFacts {
  readonly question: Masked;
  readonly language: Language;
  readonly photos: readonly PhotoReading[];
  /** Codes as written, best first; without those of photos that cannot be trusted. */
  readonly codes: readonly string[];
  /** Make and model, as the cases and manuals spell it. */
  readonly equipment: readonly string[];
  readonly assets: readonly string[];
  readonly known: ReadonlySet<FactName>;
}

export interface ToolContext {
  readonly facts: KnownFacts;
  readonly signal: AbortSignal;
}

export interface ToolResult {
  /** False when the tool looked and found nothing: the answer has to say so. */
  readonly found: boolean;
  /** For the model: the relevant fields only, at most 120 tokens. */
  readonly summary: Masked;
  /** What may be cited, whole; for the grounding check and the user. */
  readonly evidence: readonly Evidence[];
}

/**
 * One tool. Parameters are a flat zod object of at most four fields, each with the field's own rule and a short
 * `.describe()`. A tool never writes, deletes or exports on the model's word.
 */
export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  /** snake_case, verb first: `look_up_fault_code`. */
  readonly name: string;
  /** Verb first, at most 40 words, English. */
  readonly description: string;
  readonly parameters: Schema;
  /** Facts that must be known before the tool can help. */
  readonly needs: readonly FactName[];
  /** Facts that are known after it. */
  readonly gives: readonly FactName[];
  /** Typical requests, in English and Chinese; for the tool filter. */
  readonly scenarios: readonly string[];
  /** Rough cost in milliseconds. */
  readonly costMs: number;
  readonly permission: 'read-memory' | 'read-knowledge' | 'read-records' | 'none';
  /** Whether the same arguments give the same result while the stores do not change. */
  readonly cacheable: boolean;
  /** The values an argument may take, as far as the known facts decide them (so that the grammar offers no other). */
  choices?(facts: KnownFacts): Partial<Record<keyof z.infer<Schema> & string, readonly string[]>>;
  run(args: z.infer<Schema>, context: ToolContext): Promise<ToolResult>;
}

/** Keeps the type of the schema while tools stand in one list. */
export function defineTool<Schema extends z.ZodObject>(tool: Tool<Schema>): Tool {
  return tool as unknown as Tool;
}
