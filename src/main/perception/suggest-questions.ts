import type { Language } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import type { FieldName, PhotoReading } from '../domain/photo.ts';
import { literal, maskedText } from '../privacy/masked.ts';

/** A placeholder instead of a value: nothing to ask about. */
const placeholder = /\[[A-Z_]+:[0-9a-f]+\]/;

/** Two or three short questions that fit what was read on a photo. */
export function suggestQuestions(reading: PhotoReading, language: Language): Masked[] {
  const known = (...names: readonly FieldName[]): Masked | undefined =>
    reading.quality.textTrusted
      ? reading.fields.find((field) => names.includes(field.name) && !placeholder.test(field.value) && field.value.length <= 24)?.value
      : undefined;
  const zh = language === 'zh';
  const questions: Masked[] = [];
  const code = known('fault-code');
  if (code !== undefined)
    questions.push(zh ? maskedText`${code} 是什么故障，以前怎么解决的？` : maskedText`What does ${code} mean, and how was it solved?`);
  const machine = known('model', 'equipment');
  if (machine !== undefined)
    questions.push(zh ? maskedText`${machine} 以前出过哪些故障？` : maskedText`Which faults has the ${machine} had before?`);
  const value = known('reading');
  if (value !== undefined) questions.push(zh ? maskedText`${value} 正常吗？` : maskedText`Is ${value} normal here?`);
  const part = known('part-number');
  if (part !== undefined && questions.length < 2)
    questions.push(zh ? maskedText`部件 ${part} 用在哪里更换过？` : maskedText`Where was part ${part} replaced before?`);
  questions.push(zh ? literal('以前发生过这种情况吗？') : literal('Has this happened before?'));
  if (questions.length < 2) questions.push(zh ? literal('我应该先检查什么？') : literal('What should I check first?'));
  return questions.slice(0, 3);
}
