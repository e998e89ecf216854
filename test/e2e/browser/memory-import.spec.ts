import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, startBrowserApp, type BrowserApp, type BrowserPage } from './harness.ts';

/** 故障描述,解决办法,设备 and one row, in GB18030: no encoder of the platform writes it. */
const gb18030 = Buffer.from('b9cad5cfc3e8caf62cbde2bef6b0ecb7a82cc9e8b1b80ab1c3c2a9d3cd2cbbbbc3dcb7e22c48502d39390a', 'hex');

describeInBrowser('importing a table of cases', () => {
  let made: BrowserApp;
  let opened: BrowserPage;
  let page: Page;
  beforeAll(async () => {
    made = await startBrowserApp();
  });
  afterAll(() => made[Symbol.asyncDispose]());
  beforeEach(async () => {
    opened = await made.open({ width: 1280, height: 860, path: '/memory' });
    page = opened.page;
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const dialog = () => page.getByRole('dialog', { name: 'Import cases from CSV' });
  async function choose(name: string, buffer: Buffer): Promise<void> {
    if ((await dialog().count()) === 0)
      await page
        .getByRole('button', { name: /^Import/ })
        .first()
        .click();
    const chooser = page.waitForEvent('filechooser');
    await dialog().getByRole('button', { name: 'Choose a CSV file' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
  }
  const sums = async () =>
    Object.fromEntries(
      await dialog()
        .locator('dl > div')
        .evaluateAll((all) => all.map((one) => [one.querySelector('dt')?.textContent, Number(one.querySelector('dd')?.textContent)])),
    );

  it('begins with an empty memory that offers the import and the sample', async () => {
    await page.getByText('The memory is empty.').waitFor();
    expect(await page.getByRole('button', { name: 'Open the sample workspace' }).count()).toBe(1);
    expect(await page.getByRole('grid').count()).toBe(0);
  });

  it('counts what was stored and names every refused row by its line and reason', async () => {
    const table = [
      '\uFEFFid,fault,solution,machine,date',
      'A-1,"Valve V3 does not close,',
      'oil drips",Replaced the seal of V3,HP-77,2024-03-15',
      '',
      'A-2,,,HP-77,2024-03-16',
      ' , , , , ',
      'A-3,Door switch loose,Tightened it,CB-77,yesterday',
      'A-4,Belt squeals in the morning,Tensioned the belt; call Anna Schmidt +49 170 1234567,CB-77,31.12.2024',
    ].join('\r\n');
    await choose('cases.csv', Buffer.from(table));
    await dialog().getByText('cases.csv: 4 rows. Say which column is which.').waitFor();
    // The mapping was guessed, and stands over the first rows.
    await dialog()
      .getByRole('columnheader', { name: /fault → Description of the fault/ })
      .waitFor();
    await dialog()
      .getByRole('columnheader', { name: /machine → Equipment \(model\)/ })
      .waitFor();
    expect(await dialog().getByRole('region', { name: 'The first rows' }).textContent()).toContain('Replaced the seal of V3');
    await dialog().getByRole('button', { name: 'Import 4 rows' }).click();
    await dialog().getByText('stored').waitFor({ timeout: 60_000 });
    expect(await sums()).toEqual({ stored: 2, merged: 0, replaced: 0, rejected: 2 });
    const refused = await dialog().getByRole('listitem').allTextContents();
    expect(refused).toEqual([
      expect.stringMatching(/^Line 5 There is no description/),
      expect.stringMatching(/^Line 7 “yesterday” is no date/),
    ]);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    const grid = page.getByRole('grid');
    await grid.getByText('Belt squeals').waitFor();
    const units = (await made.app.memory.list({ sourceSystem: 'csv' })).units;
    expect(units).toHaveLength(2);
    expect(units.find((unit) => unit.equipment === 'CB-77')).toMatchObject({
      madeAt: '2024-12-31T00:00:00.000Z',
      resolution: expect.stringContaining('[PHONE:'),
    });
    expect(JSON.stringify(units)).not.toContain('1234567');
  });

  it('merges what is there already when the same file is imported again', async () => {
    await choose(
      'again.csv',
      Buffer.from('id;fault;solution;machine\nA-1;"Valve V3 does not close, oil drips";Replaced the seal of V3;HP-77\n'),
    );
    await dialog().getByRole('button', { name: 'Import 1 row' }).click();
    await dialog().getByText('stored').waitFor({ timeout: 60_000 });
    expect(await sums()).toMatchObject({ stored: 0, rejected: 0 });
    expect((await made.app.memory.list({ sourceSystem: 'csv' })).total).toBe(2);
  });

  it('reads GB18030 and guesses columns with Chinese names', async () => {
    await choose('设备.csv', gb18030);
    await dialog()
      .getByRole('columnheader', { name: /故障描述 → Description of the fault/ })
      .waitFor();
    await dialog().getByRole('cell', { name: '泵漏油' }).waitFor();
    await dialog().getByRole('button', { name: 'Import 1 row' }).click();
    await dialog().getByText('stored').waitFor({ timeout: 60_000 });
    expect(await sums()).toMatchObject({ stored: 1, rejected: 0 });
    expect((await made.app.memory.list({ equipment: 'HP-99' })).units[0]).toMatchObject({
      text: '泵漏油',
      resolution: '换密封',
      language: 'zh',
    });
  });

  it('asks for the column of the description, and takes another mapping', async () => {
    await choose('odd.csv', Buffer.from('alpha,beta\nThe lamp flickers at night,Changed the ballast\n'));
    await dialog().getByText('Say which column holds the description of the fault.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Import 1 row' }).isDisabled()).toBe(true);
    await dialog().getByRole('combobox', { name: 'Description of the fault' }).click();
    await page.getByRole('option', { name: 'alpha' }).click();
    await dialog().getByRole('combobox', { name: 'What solved it' }).click();
    await page.getByRole('option', { name: 'beta' }).click();
    await dialog().getByRole('button', { name: 'Import 1 row' }).click();
    await dialog().getByText('stored').waitFor({ timeout: 60_000 });
    expect((await made.app.memory.list({})).units.find((unit) => unit.text === 'The lamp flickers at night')).toMatchObject({
      resolution: 'Changed the ballast',
    });
  });

  it('says what is wrong with a file that is no table', async () => {
    await choose('photo.csv', Buffer.from([0x50, 0x4b, 0, 0, 1, 2]));
    await dialog()
      .getByRole('alert')
      .getByText(/not a CSV table/)
      .waitFor();
    await choose('empty.csv', Buffer.from('id,fault\n'));
    await expect.poll(() => dialog().getByRole('alert').textContent()).toContain('no rows below its header line');
    opened.takeProblems(/422/);
  });

  it('stops a long import and says how far it came', async () => {
    const lines = Array.from(
      { length: 400 },
      (_, at) => `L-${at},Unit ${at} trips with fault F-${1000 + at} after ${at} minutes,Replaced part ${at}-K`,
    );
    await choose('long.csv', Buffer.from(['id,fault,solution', ...lines].join('\n')));
    await dialog().getByRole('button', { name: 'Import 400 rows' }).click();
    await dialog()
      .getByText(/Imported \d+ of 400/)
      .waitFor({ timeout: 60_000 });
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog()
      .getByText(/Stopped after \d+ of 400 rows/)
      .waitFor();
    const { total } = await made.app.memory.list({});
    expect(total).toBeLessThan(400);
    expect(total).toBeGreaterThan(9);
  });
});
