import { styleText } from 'node:util';
import { shortenPlaceholders } from '../../privacy/pseudonym.ts';

/** What a command writes to and reads from; handed in so that tests can look at it. */
export interface TerminalStreams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Writes for people, or one JSON object for programs. Answers go to standard output, progress to standard error. */
export interface Terminal {
  readonly json: boolean;
  /** True when standard error is a screen: progress may be redrawn. */
  readonly liveProgress: boolean;
  /** For people, on standard output; nothing with `--json`. */
  line(text?: string): void;
  /** The same without a line end. */
  write(text: string): void;
  /** Progress and remarks, on standard error. */
  note(text: string): void;
  /** The one object of `--json`, on standard output. */
  object(value: unknown): void;
  /** Coloured where colours are wanted. */
  style(style: Style, text: string): string;
}

// Text from photos and cases is printed: escape sequences in it must not steer the terminal.
// oxlint-disable-next-line no-control-regex -- it is what is looked for
const controlCharacters = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]|\u001b(?!\[[0-9;]*m)/g;

export function createTerminal(streams: TerminalStreams, options: { json: boolean; env: NodeJS.ProcessEnv }): Terminal {
  const wanted = (options.env['NO_COLOR'] ?? '') === '' && options.env['TERM'] !== 'dumb';
  const coloured = wanted && streams.stdout.isTTY === true && streams.stderr.isTTY === true && !options.json;
  const clean = (text: string) => shortenPlaceholders(text).replace(controlCharacters, '');
  return {
    json: options.json,
    liveProgress: streams.stderr.isTTY === true,
    line: (text = '') => {
      if (!options.json) streams.stdout.write(`${clean(text)}\n`);
    },
    write: (text) => {
      if (!options.json) streams.stdout.write(clean(text));
    },
    note: (text) => {
      streams.stderr.write(`${clean(text)}\n`);
    },
    object: (value) => {
      streams.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    style: (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text),
  };
}
