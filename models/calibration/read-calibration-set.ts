import { readFile } from 'node:fs/promises';
import type { CalibrationCase, CalibrationQuestion } from './calibrate-text.ts';

/** The labelled cases and questions beside this file. */
export async function readCalibrationSet(): Promise<{ cases: CalibrationCase[]; questions: CalibrationQuestion[] }> {
  return { cases: await readLines<CalibrationCase>('cases.jsonl'), questions: await readLines<CalibrationQuestion>('questions.jsonl') };
}

async function readLines<T>(name: string): Promise<T[]> {
  const text = await readFile(new URL(name, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
