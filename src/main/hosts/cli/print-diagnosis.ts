import type { Diagnosis, DiagnosisEvent, SimilarCase } from '../../domain/diagnosis.ts';
import type { Caution } from '../../domain/evidence.ts';
import type { PhotoReading } from '../../domain/photo.ts';
import type { Terminal } from './terminal.ts';

const cautionWords: Record<Caution, string> = {
  superseded: 'replaced by a newer fix',
  'withdrawn-unsafe': 'WITHDRAWN AS UNSAFE, do not repeat',
  'did-not-hold': 'this fix did not hold',
  'defeats-protection': 'DEFEATS A PROTECTION, do not repeat',
  'other-model': 'another make or model',
  conflict: 'another case says otherwise',
  'history-only': 'history, no confirmed fix',
};

const problemWords: Record<PhotoReading['quality']['problems'][number], string> = {
  dark: 'it is too dark; use a lamp or the flash',
  blurred: 'it is blurred; hold still and come closer',
  glare: 'there is glare on it; stand a little to the side',
  small: 'it is very small; take it at full size',
  flat: 'nothing can be made out on it; take it again',
};

/** Prints a diagnosis while it happens: the reading, the similar cases, the steps, the answer. */
export function createDiagnosisPrinter(terminal: Terminal): (event: DiagnosisEvent) => void {
  let answering = false;
  const heading = (text: string) => terminal.line(terminal.style('bold', text));
  const dim = (text: string) => terminal.style('dim', text);
  return (event) => {
    switch (event.type) {
      case 'photo-read': {
        heading(`What was read on photo ${event.index + 1}`);
        printReading(event.photo, terminal);
        if (event.masked.length > 0)
          terminal.line(dim(`  masked: ${event.masked.map(({ kind, count }) => `${count} ${kind}`).join(', ')}`));
        terminal.line(dim(`  ${seconds(event.ms)}`));
        terminal.line();
        break;
      }
      case 'similar-cases': {
        heading(event.cases.length === 0 ? 'No similar case is on this machine' : 'Similar cases');
        for (const found of event.cases) printCase(found, terminal);
        if (event.otherModels.length > 0) {
          terminal.line('  Of another make or model, and no fix for this one:');
          for (const found of event.otherModels)
            terminal.line(`  ${found.id}  ${found.title}${found.equipment === '' ? '' : `  (${found.equipment})`}`);
        }
        terminal.line(dim(`  ${seconds(event.ms)}`));
        terminal.line();
        break;
      }
      case 'route-selected':
        terminal.line(dim(`${routeWords[event.route]} (${seconds(event.ms)})`));
        break;
      case 'tools-kept':
        terminal.line(dim(`step ${event.step}: tools that help now: ${event.tools.join(', ') || 'none'}`));
        break;
      case 'tool-called':
        break;
      case 'tool-returned': {
        const args = Object.entries(event.detail.args)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(', ');
        terminal.line(
          dim(
            `step ${event.step}: ${event.detail.tool}(${args}) ${event.found ? `found ${event.evidence.map(({ id }) => id).join(', ') || 'something'}` : 'found nothing'} (${seconds(event.detail.ms)}${event.detail.cached ? ', from the cache' : ''})`,
          ),
        );
        break;
      }
      case 'text-delta': {
        if (!answering) {
          terminal.line();
          heading('Answer');
          answering = true;
        }
        terminal.write(event.text);
        break;
      }
      case 'answer-checked':
        if (event.removed.length > 0) {
          terminal.line();
          terminal.line(
            terminal.style(
              'yellow',
              `${event.removed.length} ${event.removed.length === 1 ? 'claim was' : 'claims were'} taken out, because nothing on this machine supports ${event.removed.length === 1 ? 'it' : 'them'}.`,
            ),
          );
        }
        break;
      case 'budget-warned':
        terminal.note(`${event.used} of ${event.budget} ${event.unit} are used; the answer is kept short.`);
        break;
      case 'done':
        printEnd(event.diagnosis, answering, terminal);
        break;
    }
  };
}

const routeWords: Record<Extract<DiagnosisEvent, { type: 'route-selected' }>['route'], string> = {
  'retrieval-only': 'answered from what was found, without a model',
  router: 'answered by the small model',
  reasoner: 'answered by the reasoning model',
  'small-talk': 'no question about a machine',
};

function printReading(photo: PhotoReading, terminal: Terminal): void {
  for (const field of photo.fields) terminal.line(`  ${field.name}: ${terminal.style('cyan', field.value)}`);
  const lines = photo.ocr.map((line) => line.text);
  if (lines.length > 0)
    terminal.line(`  text: ${lines.slice(0, 12).join(' | ')}${lines.length > 12 ? ` … and ${lines.length - 12} more lines` : ''}`);
  else terminal.line('  no text');
  if (photo.labels.length > 0)
    terminal.line(
      `  seems to show: ${photo.labels
        .slice(0, 3)
        .map((label) => `${label.name} ${Math.round(label.confidence * 100)} %`)
        .join(', ')}`,
    );
  if (photo.partial) terminal.line(terminal.style('yellow', '  the file is cut off; only a part of the photo could be read'));
  for (const problem of photo.quality.problems) terminal.line(terminal.style('yellow', `  the photo: ${problemWords[problem]}`));
}

/** A case with why it was found, what speaks against it, and what solved it. */
export function printCase(found: SimilarCase, terminal: Terminal): void {
  const about = [found.equipment, found.asset].filter((part) => part !== '').join(', ');
  terminal.line(`  ${terminal.style('cyan', found.id)}  ${terminal.style('bold', found.title)}${about === '' ? '' : `  (${about})`}`);
  terminal.line(
    terminal.style(
      'dim',
      `      ${found.score.toFixed(2)}, matched by ${found.matchedBy.join(', ')}; ${found.standing}; ${found.madeAt.slice(0, 10)}`,
    ),
  );
  for (const caution of found.cautions) terminal.line(terminal.style('yellow', `      ${cautionWords[caution]}`));
  if (found.resolution !== '') terminal.line(`      solved by: ${oneLine(found.resolution, 160)}`);
}

function printEnd(diagnosis: Diagnosis, answered: boolean, terminal: Terminal): void {
  if (!answered) {
    terminal.line();
    terminal.line(terminal.style('bold', 'Answer'));
    terminal.write(diagnosis.answer);
  }
  terminal.line();
  if (diagnosis.evidence.length > 0) {
    terminal.line();
    terminal.line(terminal.style('bold', 'Sources'));
    for (const source of diagnosis.evidence) terminal.line(`  ${source.id}  ${source.title}  (${source.kind})`);
  }
  const { usage } = diagnosis;
  terminal.line();
  terminal.line(
    terminal.style(
      'dim',
      `${usage.tokensIn} tokens read (${usage.tokensCached} kept from before), ${usage.tokensOut} written, ${usage.rounds} ${usage.rounds === 1 ? 'call' : 'calls'} of a model; similar cases after ${seconds(usage.msToSimilarCases)}, first sentence after ${seconds(usage.msToFirstSentence)}, all after ${seconds(usage.ms)}; ${Math.round(usage.peakRssBytes / 1024 / 1024)} MiB of memory at most`,
    ),
  );
}

/** `1.2 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** One line of at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}
