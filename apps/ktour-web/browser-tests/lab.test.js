/** The laboratory against the real server. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DESKTOP, shot, world } from './harness.js';

const here = world();
const run = (/** @type {import('playwright-core').Page} */ page) =>
  page.getByRole('button', { name: 'Run', exact: true });

test('success rates come with a plot, a table and files', async () => {
  const page = await here.visit('/lab?sizes=5..7&tries=40&ties=first,random');
  await run(page).click();
  await page.getByText('6 of 6 rows').waitFor();
  await page.getByRole('group', { name: 'Download' }).waitFor();
  assert.ok((await page.locator('.plot').count()) >= 1);
  assert.equal(await page.locator('table').first().locator('tbody tr').count(), 6);
  assert.match(
    (await page.locator('.command:visible').textContent()) ?? '',
    /^ktour lab warnsdorff --sizes 5\.\.7 --tries 40/,
  );
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  assert.ok(
    readFileSync(await csv.path(), 'utf8')
      .split('\n')
      .filter((line) => line.includes('random')).length >= 3,
  );
  const [html] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'HTML' }).click(),
  ]);
  assert.match(
    readFileSync(await html.path(), 'utf8'),
    /<svg[\s\S]*warnsdorff sizes=5\.\.7 tries=40/,
  );
  await shot(page, 'lab-warnsdorff');
  await page.waitForURL(/run=yes/);
});

test('the rows of the report come out exactly, from a link that runs', async () => {
  const page = await here.visit('/lab?experiment=backtracking&boards=6x6&max_time=5s&run=yes');
  await page.getByText('1 of 1 rows printed in the university report come out exactly').waitFor();
  assert.ok(await page.getByRole('cell', { name: '43,232' }).first().isVisible());
});

test('findings are in the language of the reader, words and numbers', async () => {
  const page = await here.visit('/lab?experiment=backtracking&boards=6x6&max_time=5s&run=yes', {
    ...DESKTOP,
    locale: 'it',
  });
  await page
    .getByText(
      'Righe stampate nella relazione universitaria che tornano esattamente, prove e mosse: 1 su 1.',
    )
    .waitFor();
  assert.ok(await page.getByRole('cell', { name: '43.232' }).first().isVisible());
  assert.ok(await page.getByRole('columnheader', { name: 'scacchiera' }).first().isVisible());
  assert.ok(
    await page.getByText('La relazione universitaria è uno dei cinque documenti').isVisible(),
  );
});

test('an impossible plan is refused with a sentence, and another can be chosen', async () => {
  const page = await here.visit('/lab?experiment=race&board=6&methods=wizard');
  await run(page).click();
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  await page.getByRole('button', { name: 'Growth' }).click();
  assert.equal(await page.getByLabel('Repeats').inputValue(), '3');
  assert.ok(await page.getByRole('alert').isHidden());
});

test('a run can be stopped', async () => {
  const page = await here.visit('/lab?sizes=50..60&tries=20000');
  await run(page).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await run(page).waitFor();
  assert.ok(await page.getByRole('progressbar').isHidden());
});

test('the growth of a method and a race of methods have findings', async () => {
  const page = await here.visit('/lab?experiment=growth&sizes=16,24,32&repeats=1&run=yes');
  await page.getByText('3 of 3 rows').waitFor();
  await page.locator('.lab-stage .plot').first().waitFor();
  assert.equal(await page.locator('table').first().locator('tbody tr').count(), 3);
  await page.goto(
    here.link(
      '/lab?experiment=race&board=5&methods=warnsdorff-backtrack,exact&max_time=100ms&run=yes',
    ),
  );
  await page.getByRole('group', { name: 'Download' }).waitFor();
  const cells =
    (await page.locator('.lab-stage table').first().locator('tbody').textContent()) ?? '';
  assert.match(cells, /warnsdorff/i);
  assert.match(cells, /exact/i);
});

test('the growth example has sizes enough for a law, as every choice has, and numbers on all its axes', async () => {
  const page = await here.visit('/lab?experiment=growth');
  await page
    .locator('.findings')
    .getByText(/the data support|AICc cannot tell/)
    .waitFor();
  for (const axis of await page.locator('.lab-stage .plot .axis').all())
    assert.ok((await axis.locator('text', { hasText: /\d/ }).count()) >= 3, await axis.innerHTML());
  const choices = await page
    .getByLabel('Sides of square boards')
    .locator('option')
    .allTextContents();
  assert.equal(choices.length, 3);
  for (const sizes of choices) assert.ok(sizes.split(', ').length >= 6, sizes);
});
