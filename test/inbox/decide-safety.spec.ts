import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { refund, transfer } from './shop/requests.fixture.js';
import { askOne, decideAs } from './shop/seeds.fixture.js';
import { passPauses } from './browser/pass-pauses.fixture.js';
import { type Opening, useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const switchTo = async (page: Page, person: string): Promise<void> => {
  await page.locator('.person-trigger').click();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: person }).click();
  await page.locator('.person-trigger', { hasText: person }).waitFor();
};

const loseAnswers = (page: Page) => page.route('**/decisions', (route) => route.abort('connectionreset'));

const UNKNOWN = 'It is not known whether your decision arrived';

/** The clock of the page is moved by the test, and the browser reports the lost connections. */
const LOST: Opening = { allow: /ERR_CONNECTION_RESET/, prepare: (context) => context.clock.install() };

describe('after a switch to another person', () => {
  it('what the first person typed is not shown, and is there after the switch back', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Reject').click();
    await page.getByLabel('Reason').fill('The chair came back broken.');
    await switchTo(page, 'ann');
    await button(page, 'Reject').click();
    expect(await page.getByLabel('Reason').inputValue()).toBe('');
    await switchTo(page, 'lee');
    await page.getByLabel('Reason').waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe('The chair came back broken.');
  });

  it('a decision of the first person without an answer is not offered to the other one', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { ...LOST, query: `?approval=${id}` });
    await loseAnswers(page);
    await button(page, 'Approve').click();
    await passPauses(page, page.getByText(UNKNOWN));
    await switchTo(page, 'ann');
    await button(page, 'Approve').waitFor();
    expect(await page.getByText(UNKNOWN).count()).toBe(0);
    await switchTo(page, 'lee');
    await page.getByText(UNKNOWN).waitFor();
  });
});

describe('the shortcut of a decision', () => {
  it('decides nothing while the row of another approval has the focus', async () => {
    const shop = await inbox.serve();
    const approvals = [];
    for (const orderNumber of ['A-2001', 'A-2002']) approvals.push(await askOne(shop, refund({ orderNumber })));
    const [other, open] = approvals;
    const page = await inbox.open(shop, { query: `?approval=${open!.id}` });
    await button(page, 'Approve').waitFor();
    await page.getByRole('link', { name: /A-2001/ }).focus();
    for (const key of ['a', 'r', 'e']) await page.keyboard.press(key);
    await page.getByRole('link', { name: /A-2002/ }).focus();
    await page.keyboard.press('r');
    await page.getByLabel('Reason').waitFor();
    for (const { id } of [other!, open!]) expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('an edit by another person', () => {
  it('removes the statement about a vote that no longer counts', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, transfer());
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    await button(page, 'Approve').click();
    await page.getByText('It waits for 1 more approval.').waitFor();
    await decideAs(shop, 'kim', approval, { editedArguments: { ...transfer().args, amount: 7 } });
    await page.getByText('The arguments were edited: read them again').waitFor();
    await button(page, 'I have read them').click();
    await button(page, 'Approve').waitFor();
    expect(await page.getByText('You approved this').count()).toBe(0);
  });

  it('ends a decision whose outcome is unknown, and the next one is for the new arguments', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, transfer());
    const page = await inbox.open(shop, { ...LOST, query: `?approval=${approval.id}` });
    await loseAnswers(page);
    await button(page, 'Approve').click();
    await passPauses(page, page.getByText(UNKNOWN));
    await decideAs(shop, 'kim', approval, { editedArguments: { ...transfer().args, amount: 7 } });
    await page.unroute('**/decisions');
    await button(page, 'I have read them').click();
    await button(page, 'Approve').click();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(shop.effects.done).toHaveLength(1);
  });
});

describe('a decision without an answer', () => {
  it('on several approvals is sent again with its ids, also from a new dialog', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, LOST);
    const ids: string[] = [];
    await page.route('**/decisions', async (route) => {
      const [{ decisionId }] = (route.request().postDataJSON() as { decisions: [{ decisionId: string }] }).decisions;
      ids.push(decisionId);
      return route.abort('connectionreset');
    });
    await page.getByRole('checkbox', { name: /Select .*A-1043/ }).click();
    for (const close of [true, false]) {
      await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog', { name: 'Approve 1 call' }).getByRole('button', { name: 'Approve' }).click();
      const results = page.getByRole('dialog', { name: /not decided/ });
      await passPauses(page, results);
      if (close) await button(page, 'Close').last().click();
    }
    expect(new Set(ids).size).toBe(1);
    await page.unroute('**/decisions');
    await button(page, 'Send the rest again').click();
    await page.getByText('1 call approved').waitFor();
    expect(await shop.approvals.get(id)).toMatchObject({ decidedBy: 'lee' });
  });
});

describe('the keys', () => {
  it('stay with the decision after Escape has closed its form', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Reject').click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.decision-bar:focus').waitFor();
  });

  it('belong to the menu of the person while it is open', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Approve').waitFor();
    const menu = page.getByRole('dialog', { name: 'Account' });
    await page.locator('.person-trigger').click();
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await button(page, 'Approve').waitFor();
  });
});

describe('the link after a decision', () => {
  it('does not lead to an approval on which the person has voted', async () => {
    const shop = await inbox.serve();
    const [voted, next] = [await askOne(shop, transfer()), await askOne(shop, refund())];
    await decideAs(shop, 'lee', voted, {});
    const page = await inbox.open(shop, { query: `?approval=${next.id}` });
    await page.getByRole('link', { name: /Northwind/ }).waitFor();
    await button(page, 'Approve').click();
    await page.getByRole('link', { name: 'Back to the list' }).waitFor();
  });
});
