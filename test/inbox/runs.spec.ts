import { describe, expect, it } from 'vitest';
import { payOut, refund } from './shop/requests.fixture.js';
import { askOne, decideAs, loseProcess, workDay } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

describe('the runs', () => {
  it('list what waits and what has an unknown outcome', async () => {
    const shop = await inbox.serve({ worker: false });
    await askOne(shop, refund());
    await loseProcess(shop);
    const page = await inbox.open(shop, { query: '?view=runs' });
    await page.getByRole('link', { name: /Waits for a decision on Refund/ }).waitFor();
    await page.getByRole('link', { name: /Waits for the outcome of Pay out/ }).waitFor();
  });

  it('show how much a call with an unknown outcome moved and to whom, and count it in the navigation', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop, payOut());
    const page = await inbox.open(shop, { as: 'root', query: `?run=${runId}` });
    await page.getByRole('link', { name: 'Runs, 1 call with an unknown outcome' }).waitFor();
    const calls = page.locator('.run-calls');
    await calls.getByText('€250.00').waitFor();
    const tree = await calls.ariaSnapshot();
    expect(tree.split('\n').map((line) => line.trim())).toEqual([
      '- list:',
      '- listitem:',
      '- strong: Pay out',
      '- code: payOut',
      '- paragraph: €250.00 · A-1050',
      '- text: Outcome unknown Attempt 1',
      '- link "Open the approval":',
      expect.stringMatching('^- /url: '),
      '- button "Report the outcome"',
    ]);
    await page.getByRole('button', { name: 'Report the outcome' }).click();
    await page.getByRole('dialog').getByText('€250.00').waitFor();
  });

  it('search all runs that wait for those with an unknown outcome', async () => {
    const shop = await inbox.serve({ worker: false });
    await loseProcess(shop);
    for (let index = 0; index < 3; index++) await askOne(shop, refund({ orderNumber: `A-30${index}0` }));
    const page = await inbox.open(shop, {
      query: '?view=runs&status=unknown',
      // Each page of the list has one run, and the one with the unknown outcome is the last.
      prepare: (context) =>
        context.route(/approvals\/runs\?/, (route) => {
          const url = new URL(route.request().url());
          url.searchParams.set('limit', '1');
          return route.continue({ url: url.href });
        }),
    });
    await page.getByRole('link', { name: /Waits for the outcome of Pay out/ }).waitFor();
    expect(await page.getByRole('link', { name: /Waits for a decision/ }).count()).toBe(0);
  });

  it('let an administrator settle an unknown outcome, and the run resumes', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop, payOut());
    const page = await inbox.open(shop, { as: 'root', query: `?run=${runId}` });
    await page.getByRole('button', { name: 'Report the outcome' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /It failed/ }).check();
    await dialog.getByLabel('What failed').fill('The bank has no such payment.');
    await dialog.getByText(`${runId}:0:0`).waitFor();
    const sent = page.waitForRequest(/reconcile$/);
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ index: 0, idempotencyKey: `${runId}:0:0` });
    await dialog.waitFor({ state: 'detached' });
    expect((await shop.approvals.runs.get(runId)).slots).toMatchObject([{ state: 'done' }]);
  });

  it('close the report after another person reported the outcome', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop, payOut());
    const page = await inbox.open(shop, { as: 'root', query: `?run=${runId}` });
    await page.getByRole('button', { name: 'Report the outcome' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /It succeeded/ }).check();
    await shop.approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } });
    await page.getByText('The outcome of this call was reported.').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('offer no report to a person who is not an administrator', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop);
    const page = await inbox.open(shop, { query: `?run=${runId}` });
    await page.getByText('An administrator can report the outcome.').waitFor();
    expect(await page.getByRole('button', { name: 'Report the outcome' }).count()).toBe(0);
  });

  it('have a timeline, in order', async () => {
    const shop = await inbox.serve({ worker: false });
    const approval = await askOne(shop, refund());
    await decideAs(shop, 'lee', approval, { reason: 'The chair is back.' });
    await shop.approvals.runs.resume(approval.runId);
    const page = await inbox.open(shop, { query: `?run=${approval.runId}` });
    await page.getByText('The run ended with its answer').waitFor();
    const text = await page.getByRole('main').innerText();
    const places = ['Approval requested', 'lee approved', 'The call started', 'The run ended with its answer'].map(
      (event) => text.indexOf(event),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
  });
});

describe('the activity', () => {
  it('counts what was asked, decided and forgotten in the last day', async () => {
    const shop = await inbox.serve({ worker: false });
    await workDay(shop);
    const page = await inbox.open(shop, { query: '?view=activity' });
    const { hours } = await shop.as('lee').stats({ hours: 24 });
    const asked = hours.reduce((sum, hour) => sum + hour.asked, 0);
    await page.getByText(String(asked), { exact: true }).first().waitFor();
    expect(asked).toBeGreaterThan(50);
  });
});
