import { z } from 'zod';

/** Rules of the fields that tools take. What does not fit cannot carry an instruction into a store. */
export const assetField = z
  .string()
  .regex(/^[\p{L}\p{N}]{1,8}(?:[-./ ]?[\p{L}\p{N}]{1,12}){0,3}$/u)
  .max(32)
  .describe('asset number');
export const codeField = z
  .string()
  .regex(/^(?=[^\d]*\d)[A-Za-z]{0,5}[-_. ]?\d{1,6}[A-Za-z]?$/)
  .max(14)
  .describe('fault code, like E-204');
export const equipmentField = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ./_-]{0,39}$/u)
  .describe('make and model');
export const queryField = z.string().min(2).max(300).describe('words to look for');

/** What a tool may be asked to look for when the known facts decide it: the question, else what the photos say. */
export function queryChoices(question: string, descriptions: readonly string[]): readonly string[] {
  const text = [question.trim(), ...descriptions].find((part) => part.trim().length >= 2) ?? '';
  const short = text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, queryField.maxLength ?? 300);
  return short.length < 2 ? [] : [short];
}
