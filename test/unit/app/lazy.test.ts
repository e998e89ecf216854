import { describe, expect, it } from 'vitest';
import { OpenParts } from '../../../src/main/app/lazy.ts';

function part(name: string, log: string[], fail = false): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      log.push(name);
      if (fail) throw new Error(`${name} does not close`);
    },
  };
}

describe('parts that are opened when needed', () => {
  it('opens once, however many ask at the same time', async () => {
    let opened = 0;
    const parts = new OpenParts();
    const lazy = parts.lazy(async () => ++opened);
    expect(lazy.opened).toBe(false);
    expect(await Promise.all([lazy.get(), lazy.get(), lazy.get()])).toEqual([1, 1, 1]);
    expect(lazy.opened).toBe(true);
  });

  it('tries again after a failure', async () => {
    let tries = 0;
    const lazy = new OpenParts().lazy(async () => {
      if (++tries === 1) throw new Error('not yet');
      return 'there';
    });
    await expect(lazy.get()).rejects.toThrow('not yet');
    expect(await lazy.get()).toBe('there');
  });

  it('closes in reverse order, only what was opened, each once, and goes on after a failure', async () => {
    const log: string[] = [];
    const parts = new OpenParts();
    const first = parts.lazy(async () => part('first', log));
    const second = parts.lazy(async () => part('second', log, true));
    parts.lazy(async () => part('never', log));
    const third = parts.lazy(async () => part('third', log));
    await first.get();
    await second.get();
    await third.get();
    await expect(parts[Symbol.asyncDispose]()).rejects.toThrow('second does not close');
    expect(log).toEqual(['third', 'second', 'first']);
    await expect(first.get().then(() => third.get())).rejects.toThrow('closed');
  });

  it('waits for what is still being opened, and closes it before what it stands on', async () => {
    const log: string[] = [];
    const parts = new OpenParts();
    const ground = parts.lazy(async () => part('ground', log));
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = parts.lazy(async () => {
      await ground.get();
      await promise;
      return part('late', log);
    });
    const asked = late.get();
    const closing = parts[Symbol.asyncDispose]();
    resolve();
    await asked;
    await closing;
    expect(log).toEqual(['late', 'ground']);
    await expect(parts.lazy(async () => 1).get()).rejects.toThrow('closed');
  });
});
