import { Presets, SingleBar } from 'cli-progress';
import type { FetchProgress } from '../../app/app.ts';
import type { CliHost } from './command-context.ts';
import type { Terminal } from './terminal.ts';

const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);

/** `2 min 5 s`, or nothing when it cannot be said yet. */
function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s left` : `${Math.floor(whole / 60)} min ${whole % 60} s left`;
}

/** Bytes, rate and time left on standard error: redrawn on a screen, a line every few seconds elsewhere. */
export function createFetchProgress(terminal: Terminal, host: CliHost): { show(progress: FetchProgress): void; end(): void } {
  let bar: SingleBar | undefined;
  let file = '';
  let startedAt = 0;
  let startedWith = 0;
  let saidAt = 0;
  const end = () => {
    bar?.stop();
    bar = undefined;
    file = '';
  };
  return {
    end,
    show(progress) {
      const now = performance.now();
      const key = `${progress.model}/${progress.file}/${progress.source}`;
      if (key !== file) {
        end();
        file = key;
        startedAt = now;
        startedWith = progress.received;
        saidAt = 0;
        terminal.note(`${progress.file} from ${progress.source}`);
        if (terminal.liveProgress) {
          bar = new SingleBar({ stream: host.stderr, format: '{bar} {percentage} %  {done} of {all} MiB  {rate}  {left}', hideCursor: true, clearOnComplete: false }, Presets.shades_classic);
          bar.start(progress.total, progress.received, { done: mib(progress.received), all: mib(progress.total), rate: '', left: '' });
        }
      }
      const rate = (progress.received - startedWith) / Math.max(0.001, (now - startedAt) / 1000);
      const words = { done: mib(progress.received), all: mib(progress.total), rate: `${mib(rate)} MiB/s`, left: rate > 0 ? timeLeft((progress.total - progress.received) / rate) : '' };
      if (bar) bar.update(progress.received, words);
      else if (now - saidAt > 5000 || progress.received === progress.total) {
        saidAt = now;
        terminal.note(`  ${words.done} of ${words.all} MiB, ${words.rate}${words.left === '' ? '' : `, ${words.left}`}`);
      }
    },
  };
}
