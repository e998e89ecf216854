import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPageFile } from '../../src/main/hosts/page-files.ts';

describe('files of the page', () => {
  let root: string;
  let page: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'fixlore-page-'));
    page = join(root, 'page');
    await mkdir(join(page, 'assets.js'), { recursive: true });
    await mkdir(join(page, 'assets'));
    await mkdir(join(root, 'page-secret'));
    await writeFile(join(page, 'index.html'), '<meta name="style-nonce" content="__NONCE__"><b>page</b>');
    await writeFile(join(page, 'assets', 'main-1.js'), 'export {}; // __NONCE__');
    await writeFile(join(page, 'assets', 'main-1.js.map'), 'source');
    await writeFile(join(root, 'secret.json'), '"secret"');
    await writeFile(join(root, 'page-secret', 'a.json'), '"secret"');
    await symlink(join(root, 'secret.json'), join(page, 'link.json'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const text = (body: Uint8Array) => Buffer.from(body).toString('utf8');

  it('serves the page with a policy and a nonce of this one answer', async () => {
    const [first, second] = [await readPageFile(page, '/'), await readPageFile(page, '/index.html')];
    expect(first.status).toBe(200);
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
    const nonce = /content="([^"]+)"/.exec(text(first.body))?.[1] ?? '';
    expect(nonce.length).toBeGreaterThan(16);
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(first.headers['content-security-policy']).toContain("default-src 'none'");
    expect(first.headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval|\*|data:/);
    expect(text(second.body)).not.toBe(text(first.body));
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.headers['x-content-type-options']).toBe('nosniff');
    expect(first.headers['referrer-policy']).toBe('no-referrer');
  });

  it('serves scripts as they are', async () => {
    const file = await readPageFile(page, '/assets/main-1.js');
    expect([file.status, file.headers['content-type'], text(file.body)]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'export {}; // __NONCE__',
    ]);
  });

  it.each(
    [
      '/../secret.json',
      '/..%2fsecret.json',
      '/%2e%2e/secret.json',
      '/..\\secret.json',
      '/%252e%252e%252fsecret.json',
      '/assets/../../secret.json',
      '/../page-secret/a.json',
      '/link.json',
      '/a\0.js',
      '/%00.js',
      '/%E0%A4%A.js',
      '/',
      '/assets',
      '/assets/',
      '/assets.js',
      '/assets.js/',
      '/none.js',
      '/assets/main-1.js.map',
    ].filter((path) => path !== '/'),
  )('does not serve %j', async (path) => {
    const file = await readPageFile(page, path);
    expect(file.status).toBe(404);
    expect(text(file.body)).not.toContain('secret"');
    expect(file.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('says "not found" while there is no page at all', async () => {
    expect((await readPageFile(join(root, 'nowhere'), '/')).status).toBe(404);
  });
});
