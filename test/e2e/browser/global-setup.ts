import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildWindow } from '../../../src/main/hosts/cli/build-window.ts';
import { findBrowser } from '../../../src/main/hosts/cli/find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of the run listens; empty when there is none. */
    readonly browserEndpoint: string;
    /** Folder of the run: data folders and what is shared between spec files. */
    readonly browserFolder: string;
  }
}

/** The system's browser of the Chromium family, else Playwright's own download. */
function browserProgram(): string | null {
  const own = chromium.executablePath();
  return findBrowser({ ...process.env, DISPLAY: process.env['DISPLAY'] ?? ':0' }) ?? (existsSync(own) ? own : null);
}

/** Builds the page when it is older than its sources, and starts one browser for all specs. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fixlore-e2e-'));
  project.provide('browserFolder', folder);
  const program = browserProgram();
  if (program === null) {
    const advice =
      'No browser of the Chromium family was found. Install Chromium or Chrome, or run "npx playwright-core install chromium".';
    if (process.env['CI']) throw new Error(`${advice} In continuous integration the browser tests may not be skipped.`);
    process.stderr.write(`\n${advice} The browser tests are skipped.\n\n`);
    project.provide('browserEndpoint', '');
    return () => rm(folder, { recursive: true, force: true });
  }
  await buildWindow(resolve(import.meta.dirname, '../../..'), {
    desktop: false,
    say: (line) => process.stderr.write(`${line}\n`),
    signal: new AbortController().signal,
  });
  const server = await chromium.launchServer({
    executablePath: program,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
}
