import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { describe, inject } from 'vitest';
import type { App } from '../../../src/main/app/app.ts';
import { createApp } from '../../../src/main/app/create-app.ts';
import type { ModelStore } from '../../../src/main/catalog/model-store.ts';
import { openStandardCatalog } from '../../../src/main/catalog/standard-catalog.ts';
import { serveApp } from '../../../src/main/hosts/http/serve-app.ts';
import { silentLogger } from '../../../src/main/platform/logger.ts';
import { FakeLanguageModel } from '../../support/fake-language-model.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../../support/temporary-workspace.ts';

const examples = join(import.meta.dirname, '../../../examples');

/** Path of a sample photo. */
export const samplePhoto = (name: string): string => join(examples, 'photos', name);

/** A suite that is skipped where there is no browser (the set-up says so, and fails in continuous integration). */
const noBrowser = inject('browserEndpoint') === '';
export const describeInBrowser = noBrowser ? describe.skip : describe;

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'en' | 'zh';
  readonly theme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
  /** The part of the address after the `#`. */
  readonly path?: string;
}

/** How fast the fake language models are; may be changed while they run. */
export interface Pace {
  /** Milliseconds per 32 prompt tokens, and per written token. */
  promptMs: number;
  decodeMs: number;
}

export interface BrowserApp extends AsyncDisposable {
  readonly app: App;
  readonly workspace: TemporaryWorkspace;
  readonly router: FakeLanguageModel;
  readonly reasoner: FakeLanguageModel;
  readonly pace: Pace;
  /** Base address of the host, ending in a slash. */
  readonly url: string;
  /** A page of a new profile, logged in, past its first paint. */
  open(options?: PageOptions): Promise<BrowserPage>;
}

export interface BrowserPage extends AsyncDisposable {
  readonly page: Page;
  /** Console errors, refused scripts and styles, failed requests, requests to other machines: all that should not be. */
  readonly problems: readonly string[];
  /** Takes problems out that the test wanted; says which there were. */
  takeProblems(pattern: RegExp): string[];
}

let connected: Promise<Browser> | undefined;

/** The one browser of the run. */
export function browser(): Promise<Browser> {
  return (connected ??= chromium.connect(inject('browserEndpoint')));
}

/**
 * The data folder with the sample workspace, imported once in a run with the real small models, then copied.
 * `FIXLORE_E2E_SAMPLE` keeps it for the next run, for whoever works on the specs themselves.
 */
export async function sampleFolder(): Promise<string> {
  const folder = process.env['FIXLORE_E2E_SAMPLE'] ?? join(inject('browserFolder'), 'sample');
  if (existsSync(folder)) return folder;
  const making = `${folder}-making`;
  await mkdir(making, { recursive: true });
  const app = await createApp({
    dataDir: making,
    env: { FIXLORE_CACHE_DIR: join(inject('browserFolder'), 'cache'), FIXLORE_CONFIG_DIR: join(inject('browserFolder'), 'config') },
    logger: silentLogger,
  });
  await app.openSampleWorkspace();
  await app[Symbol.asyncDispose]();
  await rename(making, folder);
  return folder;
}

/**
 * The real app and the real loopback host on a folder of their own: real store, photo reader, embedders, masker and
 * agent; language models without weights. `sample`: with the sample workspace. `weights`: `missing` leaves the
 * language models out, as on a first start. `before` fills the folders before the app is opened;
 * `models` is a catalogue of the test's own.
 */
export async function startBrowserApp(
  options: {
    readonly sample?: boolean;
    readonly weights?: 'fake' | 'missing';
    readonly before?: (workspace: TemporaryWorkspace) => Promise<void>;
    readonly models?: ModelStore;
  } = {},
): Promise<BrowserApp> {
  const workspace = await makeTemporaryWorkspace();
  if (options.sample) await cp(await sampleFolder(), workspace.data, { recursive: true });
  await options.before?.(workspace);
  const pace: Pace = { promptMs: 0, decodeMs: 0 };
  const [router, reasoner] = [new FakeLanguageModel(pace), new FakeLanguageModel(pace)];
  const catalog = await openStandardCatalog({ modelsDir: join(workspace.cache, 'models'), env: workspace.env });
  const ready = { ...catalog, list: async () => (await catalog.list()).map((model) => ({ ...model, state: 'ready' as const })) };
  const app = await createApp(
    { dataDir: workspace.data, env: workspace.env, logger: silentLogger },
    options.models ? { models: options.models } : options.weights === 'missing' ? { models: catalog } : { models: ready, router, reasoner },
  );
  const host = await serveApp(app, { port: 0 });
  const pages = new Set<BrowserPage>();
  let token: string | null = host.token;
  let cookies: { name: string; value: string; url: string }[] = [];
  return {
    app,
    workspace,
    router,
    reasoner,
    pace,
    url: host.url,
    async open(wanted = {}) {
      const opened = await openPage(host.url, wanted, async () => {
        // The token is good for one use; further pages carry the cookie that it was exchanged for.
        const first = token;
        token = null;
        return { first, cookies };
      });
      cookies = (await opened.page.context().cookies()).map(({ name, value }) => ({ name, value, url: host.url }));
      pages.add(opened);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      for (const page of pages)
        await page.page
          .context()
          .close()
          .catch(() => undefined);
      await host[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

/** A page on a running host. `credentials` gives the one-time token, or the cookies it was exchanged for. */
export async function openPage(
  url: string,
  options: PageOptions,
  credentials: () => Promise<{ first: string | null; cookies: { name: string; value: string; url: string }[] }>,
): Promise<BrowserPage> {
  const context = await (
    await browser()
  ).newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 820 },
    locale: options.language === 'zh' ? 'zh-CN' : 'en-GB',
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
  });
  context.setDefaultTimeout(30_000);
  const { first, cookies } = await credentials();
  if (first === null) await context.addCookies(cookies);
  const page = await context.newPage();
  let problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:' && hostname !== '127.0.0.1')
      problems.push(`request to another machine: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // What the page itself gave up: a call that was stopped, a picture that was put away.
    if (why !== 'net::ERR_ABORTED') problems.push(`failed: ${request.method()} ${request.url()} ${why}`);
  });
  const hash = options.path === undefined ? '' : `#${options.path}`;
  if (first !== null) {
    await page.goto(`${url}open?token=${first}`);
    if (hash !== '') await page.goto(`${url}${hash}`);
  } else {
    await page.goto(`${url}${hash}`);
  }
  await page.locator('main').waitFor();
  return {
    page,
    get problems() {
      return problems;
    },
    takeProblems(pattern) {
      const taken = problems.filter((problem) => pattern.test(problem));
      problems = problems.filter((problem) => !pattern.test(problem));
      return taken;
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      if (problems.length > 0) throw new Error(`The page reported problems:\n${problems.join('\n')}`);
    },
  };
}

/** Gives files to the page as dropping or pasting them does. */
export async function handFiles(page: Page, how: 'drop' | 'paste', paths: readonly string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({ name: path.split('/').at(-1) ?? '', base64: (await readFile(path)).toString('base64') })),
  );
  await page.evaluate(
    async ([action, list]) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(
          new File([bytes], name, { type: name.endsWith('.png') ? 'image/png' : name.endsWith('.jpg') ? 'image/jpeg' : '' }),
        );
      }
      if (action === 'paste') {
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
        return;
      }
      // As a real drag does it: the window is entered first, then what now lies under the pointer gets the rest.
      const middle = () => document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2) ?? document.body;
      const fire = (type: string) =>
        middle().dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      fire('dragenter');
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const type of ['dragenter', 'dragover', 'drop']) fire(type);
    },
    [how, files] as const,
  );
}
