import { describe, expect, it } from 'vitest';
import { payOut, refund } from './shop/requests.fixture.js';
import { askOne, decideAs, loseProcess, PARKS, parkRun, workDay } from './shop/seeds.fixture.js';
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

  it('show the amount, the target, the start and the key of a call with an unknown outcome, and repeat them in the report', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop, payOut());
    const page = await inbox.open(shop, { as: 'root', query: `?run=${runId}` });
    const facts = ['€250.00', 'A-1050', `${runId}:0:0`];
    for (const fact of facts) await page.getByRole('main').getByText(fact, { exact: true }).waitFor();
    const snapshot = await page.locator('.run-calls').ariaSnapshot();
    for (const part of ['term: Amount', 'term: Idempotency key', 'term: It succeeded', 'term: It will never be known'])
      expect(snapshot).toContain(part);
    const started = page.locator('.unknown-call').filter({ hasText: /Started\n*.*\d{4}.* · Attempt\s1/ });
    await started.waitFor();
    await page.getByRole('button', { name: 'Report the outcome' }).click();
    for (const fact of facts) await page.getByRole('dialog').getByText(fact, { exact: true }).waitFor();
    await page.getByRole('dialog').locator(started).waitFor();
  });

  it('list a parked run with its failed attempts, and let a person retry it', async () => {
    const shop = await inbox.serve({ worker: false, approval: PARKS });
    const { runId } = await parkRun(shop);
    const page = await inbox.open(shop, { as: 'root', query: '?view=runs&status=parked' });
    await page.getByRole('link', { name: /Every attempt failed/ }).click();
    const tried = page.getByRole('region', { name: 'Failed attempts' });
    await tried.getByText('503 Service Unavailable').first().waitFor();
    expect(await tried.getByRole('listitem').count()).toBe(9);
    shop.effects.answers = () => {};
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The run resumes now.').waitFor();
    expect((await shop.approvals.runs.get(runId)).parked).toBeUndefined();
    await shop.approvals.runs.resume(runId);
    await page.getByText('Ended with an answer').first().waitFor();
  });

  it('let an administrator cancel a parked run, and show the errors of its attempts only to administrators', async () => {
    const shop = await inbox.serve({ worker: false, approval: PARKS });
    const { runId } = await parkRun(shop);
    const approver = await inbox.open(shop, { as: 'lee', query: `?run=${runId}` });
    await approver.getByRole('region', { name: 'Failed attempts' }).waitFor();
    expect(await approver.getByText('503 Service').count()).toBe(0);
    const page = await inbox.open(shop, { as: 'root', query: `?run=${runId}` });
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('Was canceled').first().waitFor();
    expect((await shop.approvals.runs.get(runId)).status).toBe('cancelled');
  });

  it('count unknown outcomes beside the name of the page', async () => {
    const shop = await inbox.serve({ worker: false });
    await loseProcess(shop);
    const page = await inbox.open(shop);
    await page.getByRole('link', { name: 'Runs, 1 call with an unknown outcome' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).ariaSnapshot()).toContain(
      'link "Runs, 1 call with an unknown outcome"',
    );
  });

  it('are filtered by an unknown outcome, and offer a way back if none is left', async () => {
    const shop = await inbox.serve({ worker: false });
    await askOne(shop, refund());
    const { runId } = await loseProcess(shop);
    const page = await inbox.open(shop, { query: '?view=runs&status=unknown' });
    const list = page.getByRole('region', { name: 'Runs' });
    await list.getByRole('link', { name: /Waits for the outcome of Pay out/ }).waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    await shop.approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } });
    await list.getByText('No outcome is unknown').waitFor();
    await list.getByRole('button', { name: 'Show waiting runs' }).click();
    await list.getByRole('link', { name: /Waits for a decision on Refund/ }).waitFor();
  });

  it('are filtered by kind, also in the address', async () => {
    const shop = await inbox.serve({ worker: false });
    const { tenant } = await askOne(shop, refund());
    const requester = { id: 'sam', tenant };
    await shop.approvals.request({ tool: 'payBill', arguments: {}, requirement: {}, requester, requestId: 'r' });
    const page = await inbox.open(shop, { query: '?view=runs' });
    const list = page.getByRole('region', { name: 'Runs' });
    await list.getByRole('link').nth(1).waitFor();
    await list.getByRole('combobox', { name: 'Kind' }).selectOption('Calls of other systems');
    await list.getByRole('link', { name: /Refund/ }).waitFor({ state: 'detached' });
    await list.getByRole('link').first().waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    expect(page.url()).toContain('kind=external');
    await list.getByRole('combobox', { name: 'Kind' }).selectOption('Calls outside of a turn');
    await list.getByText('No runs here').waitFor();
    await list.getByRole('button', { name: 'Show waiting runs' }).click();
    await list.getByRole('link').nth(1).waitFor();
    expect(page.url()).not.toContain('kind=');
  });

  it('print the date and the time zone of each entry of the timeline', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?run=${runId}`, timezoneId: 'UTC' });
    await page.getByText('The run waits for a decision').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.run-moments time').first().innerText()).toMatch(/20\d\d.* UTC$/);
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
  it('shows how many approvals were requested in the last day', async () => {
    const shop = await inbox.serve({ worker: false });
    await workDay(shop);
    const page = await inbox.open(shop, { query: '?view=activity' });
    const { hours } = await shop.as('lee').stats({ hours: 24 });
    const asked = hours.reduce((sum, hour) => sum + hour.asked, 0);
    await page.getByText(String(asked), { exact: true }).first().waitFor();
    expect(asked).toBeGreaterThan(50);
  });
});
