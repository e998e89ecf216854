import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { launchDesktop, type Desktop } from '../../support/electron-stand-in/launch-desktop.ts';

/** Ends the running core as a native part that fails would. */
async function crash(desktop: Desktop): Promise<void> {
  const forks = desktop.electron.standIn.forked.length;
  desktop.electron.standIn.forked.at(-1)?.child.kill('SIGKILL');
  await vi.waitFor(
    () => expect(desktop.electron.standIn.forked.length + desktop.electron.standIn.shown.errors.length).toBeGreaterThan(forks),
    5_000,
  );
}

describe('a call of the page', () => {
  it('goes through preload and main to the core in its own process, and comes back', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    const client = await desktop.connect();
    const status = await client.status();
    expect(status).toMatchObject({ desktop: true, units: 0, sample: false });
    expect(desktop.electron.standIn.forked[0]?.pid).not.toBe(process.pid);
    const page = await client.memory.list({ offset: 0, limit: 10 });
    expect(page.total).toBe(0);
    await expect(client.settings.set({ key: 'language', value: 'xx' })).rejects.toMatchObject({ defined: true });
    // Another page load gets another port.
    desktop.window().webContents.reload();
    await vi.waitFor(() => expect(desktop.window().webContents.loads).toBe(2));
    await vi.waitFor(async () => expect((await (await desktop.connect()).status()).desktop).toBe(true));
  });

  it('for a folder opens the dialog of the system', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    const client = await desktop.connect();
    expect(await client.pickFolder()).toEqual({ folder: null });
    desktop.electron.standIn.shown.folderAnswer = { canceled: false, filePaths: ['/media/stick'] };
    expect(await client.pickFolder()).toEqual({ folder: '/media/stick' });
    expect(desktop.electron.standIn.shown.folderQuestions).toBe(2);
  });
});

describe('the language model library', () => {
  it('tries its binary in a process that the window starts, since the app cannot be run as Node', async () => {
    await using desktop = await launchDesktop({ coreEntry: join(import.meta.dirname, '../../support/electron-stand-in/llama-core.ts') });
    await desktop.started;
    await vi.waitFor(() => expect(desktop.electron.standIn.shown.errors).toHaveLength(1), 30_000);
    expect(desktop.electron.standIn.shown.errors[0]).toContain('loaded, 1 thread');
    const [, tested] = desktop.electron.standIn.forked;
    // On Linux the library tries every binary, elsewhere only those for graphics cards.
    if (process.platform === 'linux') expect(tested?.module).toMatch(/testBindingBinary\.js$/);
  });

  it('is the only program that a core may have started', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    const core = desktop.electron.standIn.forked[0];
    const answers = vi.spyOn(core as NonNullable<typeof core>, 'postMessage');
    core?.emit('message', { type: 'test-library', id: 7, file: '/tmp/evil/testBindingBinary.js' });
    expect(desktop.electron.standIn.forked).toHaveLength(1);
    expect(answers).toHaveBeenCalledWith({ type: 'library-ended', id: 7, code: 1 });
  });
});

describe('a core that crashes', () => {
  it('is started again, the user is told, and the page works again', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    expect((await (await desktop.connect()).status()).desktop).toBe(true);
    await crash(desktop);
    expect(desktop.electron.standIn.shown.messages).toHaveLength(1);
    expect(desktop.electron.standIn.shown.messages[0]).toMatch(/started again/);
    await vi.waitFor(() => expect(desktop.window().webContents.loads).toBe(2));
    await vi.waitFor(() => expect(desktop.window().isVisible()).toBe(true));
    expect((await (await desktop.connect()).status()).desktop).toBe(true);
    expect(desktop.electron.app.exitCode).toBeUndefined();
  });

  it('three times in a minute is not started again: the app says so and is left', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    for (let count = 0; count < 3; count += 1) await crash(desktop);
    expect(desktop.electron.standIn.shown.errors).toHaveLength(1);
    expect(desktop.electron.standIn.forked).toHaveLength(3);
    await vi.waitFor(() => expect(desktop.electron.app.exitCode).toBe(0), 10_000);
  });
});

describe('a page whose process dies', () => {
  it('is loaded again, but not for ever', async () => {
    await using desktop = await launchDesktop();
    await desktop.started;
    const contents = desktop.window().webContents;
    contents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(contents.loads).toBe(1);
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
    contents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
    expect(contents.loads).toBe(3);
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
    expect(contents.loads).toBe(3);
    expect(desktop.electron.standIn.shown.errors).toHaveLength(1);
    await vi.waitFor(() => expect(desktop.electron.app.exitCode).toBe(0), 10_000);
  });
});
