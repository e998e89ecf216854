import { z } from 'zod';

/**
 * Every setting with its default, its range and its meaning. The one place where a default stands;
 * the settings page and `fixlore settings` are drawn from it.
 */
export const settingsSchema = z.object({
  language: z.enum(['auto', 'en', 'zh']).default('auto').describe('Language of answers; auto follows the question.'),
  recallTop: z.number().int().min(1).max(20).default(5).describe('Similar cases shown.'),
  recallOverfetch: z.number().int().min(1).max(10).default(3).describe('How many times more candidates are fetched than shown, up to 20.'),
  keywordWeight: z.number().min(0).max(1).default(0.25).describe('Share of BM25 against vectors in the fusion.'),
  imageWeight: z.number().min(0).max(1).default(0.3).describe('Share of the image vector when the query carries a photo.'),
  decayAfterDays: z.number().int().min(1).max(3650).default(7).describe('Facts older than this count less. Solved cases do not age.'),
  decayFactor: z.number().min(0).max(1).default(0.6).describe('What they are multiplied by.'),
  oldAfterDays: z.number().int().min(1).max(3650).default(30).describe('Facts older than this count still less.'),
  oldFactor: z.number().min(0).max(1).default(0.4).describe('What they are multiplied by.'),
  provisionalDays: z.number().int().min(0).max(365).default(14).describe('Days a fix must hold before it counts as confirmed.'),
  purgeGraceDays: z.number().int().min(0).max(90).default(7).describe('Days in which a purge can be taken back.'),
  maxSteps: z.number().int().min(1).max(8).default(5).describe('Tool steps before an answer is due.'),
  toolsKept: z.number().int().min(1).max(8).default(3).describe('Tools that reach the model at a step.'),
  answerTemperature: z.number().min(0).max(1).default(0.2).describe('Sampling temperature of answers.'),
  answerTokens: z.number().int().min(64).max(1024).default(220).describe('Longest answer in tokens.'),
  budgetTokens: z.number().int().min(500).max(100_000).default(8_000).describe('Tokens a diagnosis may use.'),
  budgetSeconds: z.number().int().min(10).max(600).default(120).describe('Seconds a diagnosis may take.'),
  threads: z.number().int().min(0).max(64).default(0).describe('Threads of the language models; 0 takes the physical cores, at most 8.'),
  contextTokens: z.number().int().min(1024).max(8192).default(2048).describe('Context of each language model in tokens.'),
  ownWords: z.array(z.string().min(2).max(100)).max(1000).default([]).describe('Words of your own that are masked.'),
});
export type Settings = z.infer<typeof settingsSchema>;
