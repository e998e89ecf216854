// What the dependency rules cannot see, since they know files and not names: who may say that a text is masked.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Rooms that read back what they stored masked. */
const readers = [
  'src/main/memory/lancedb/',
  'src/main/platform/write-journal.ts',
  'src/main/audit/',
  'src/main/knowledge/',
  'src/main/records/',
];
const maker = 'src/main/privacy/';

/**
 * Faults in one source file.
 * @param {string} file path from the project's folder, with forward slashes
 * @param {string} text
 * @returns {string[]} `FILE:LINE: what is wrong`
 */
export function maskedFaults(file, text) {
  if (file.startsWith(maker)) return [];
  const faults = [];
  // Comments may speak of both; blanked out with their line breaks kept, so that line numbers stay right.
  const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  for (const [index, line] of code.split('\n').entries()) {
    if (/\bas\s+(readonly\s+)?Masked\b/.test(line) || /(^|[=(,:?]|\breturn)\s*<Masked>/.test(line)) {
      faults.push(`${file}:${index + 1}: only src/main/privacy may turn a text into Masked; mask it instead`);
    }
    if (/\bfromStore\b/.test(line) && !readers.some((reader) => file.startsWith(reader))) {
      faults.push(`${file}:${index + 1}: fromStore is for the stores alone; mask the text instead`);
    }
  }
  return faults;
}

/**
 * Faults in all sources.
 * @param {string} root
 * @returns {{ files: number, faults: string[] }}
 */
export function checkMasked(root) {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  const faults = files.flatMap((path) => maskedFaults(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')));
  return { files: files.length, faults };
}
