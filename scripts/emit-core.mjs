// Writes the core as plain JavaScript, file by file: it keeps its tree, because the core reads files beside its modules
// (tools, cuts, workers) and the models and examples three folders up. Types are checked elsewhere.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');

/** Parts of these folders run in the window's process; they are bundled on their own. */
const bundled = /^main\/(index\.ts$|hosts\/electron\/(?!core-(entry|process|library-test)\.ts$))/;
const wanted = /^(main|preload\/contract)\//;

/** @type {import('typescript').CompilerOptions} */
const compilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  sourceMap: false,
};

/**
 * `outDir` gets `main/**` and `preload/contract/**`. What else lies there stays.
 * @param {string} [outDir]
 * @returns {number} files written
 */
export function emitCore(outDir = join(root, 'out')) {
  let written = 0;
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const path = relative(source, from).split(sep).join('/');
    if (!wanted.test(path) || bundled.test(path) || path.endsWith('.d.ts')) continue;
    const to = join(outDir, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    if (!path.endsWith('.ts')) copyFileSync(from, to);
    else {
      const { outputText, diagnostics } = ts.transpileModule(readFileSync(from, 'utf8'), {
        compilerOptions,
        fileName: from,
        reportDiagnostics: true,
      });
      const fault = diagnostics?.[0];
      if (fault) throw new Error(`${path} cannot be built: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`);
      writeFileSync(to, outputText);
    }
    written += 1;
  }
  return written;
}
