import { Presets, SingleBar } from 'cli-progress';
import type { FetchOptions, FetchProgress } from '../../catalog/model-store.ts';
import type { CliHost } from './command-context.ts';
import type { Terminal } from './terminal.ts';

const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);

function describe({ bytes, total, rate, secondsLeft }: FetchProgress): string {
  const pace = rate > 0 ? `, ${mib(rate)} MiB/s` : '';
  if (secondsLeft === null) return `${mib(bytes)} of ${mib(total)} MiB${pace}`;
  const left = Math.round(secondsLeft);
  return `${mib(bytes)} of ${mib(total)} MiB${pace}, ${left < 60 ? `${left} s` : `${Math.floor(left / 60)} min ${left % 60} s`} left`;
}

/** Bytes, rate and time left on standard error: redrawn on a screen, a line every five seconds elsewhere. */
export function createFetchProgress(
  terminal: Terminal,
  host: CliHost,
): Required<Pick<FetchOptions, 'onProgress' | 'onMessage'>> & { end(): void } {
  let bar: SingleBar | undefined;
  let saidAt = Number.NEGATIVE_INFINITY;
  const end = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    end,
    onMessage: (message) => {
      end();
      terminal.note(message);
    },
    onProgress: (progress) => {
      if (terminal.liveProgress) {
        if (bar === undefined) {
          bar = new SingleBar(
            { stream: host.stderr, format: '{bar} {percentage} %  {text}', hideCursor: true, clearOnComplete: false, barsize: 24 },
            Presets.shades_classic,
          );
          bar.start(progress.total, progress.bytes, { text: describe(progress) });
        } else bar.update(progress.bytes, { text: describe(progress) });
        return;
      }
      const now = performance.now();
      if (now - saidAt < 5000 && progress.bytes < progress.total) return;
      saidAt = now;
      terminal.note(`  ${describe(progress)}`);
    },
  };
}
