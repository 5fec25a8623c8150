import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { hostile, payOut, transfer } from './shop/requests.fixture.js';
import { askOne, decideAs } from './shop/seeds.fixture.js';
import { seriousIssuesInBothSchemes } from './browser/axe.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'Decision' }).getByRole('button', { name, exact: true });

const CONFIRM = 'Approve: Pay out · €250.00 · A-1050';

const decisionsOf = (page: Page): readonly string[] => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  return sent;
};

describe('the approval of a call of a destructive tool', () => {
  it('is asked once more with the tool, the amount and the target, and then lets the call run', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, payOut());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.getByText('Effect may be permanent').waitFor();
    await button(page, 'Approve').click();
    expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING', votes: [] });
    await button(page, CONFIRM).click();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(await shop.approvals.get(id)).toMatchObject({ votes: [{ voter: 'lee' }] });
  });

  it('is not confirmed by a double click', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, payOut());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    const sent = decisionsOf(page);
    await button(page, 'Approve').dblclick();
    await page.locator('.decision-form .button-primary:not([aria-disabled])').waitFor();
    expect(sent).toEqual([]);
  });

  it('is not confirmed by a second key, and Escape keeps it waiting', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, payOut());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    const sent = decisionsOf(page);
    for (const keys of [
      ['a', 'a', 'Enter'],
      ['Enter', 'Enter', 'Space'],
    ]) {
      await button(page, 'Approve').focus();
      if (keys[0] === 'a') await page.locator('body').press('a');
      else await page.keyboard.press('Enter');
      await page.getByRole('form', { name: 'Confirm the approval' }).and(page.locator(':focus')).waitFor();
      for (const key of keys.slice(1)) await page.keyboard.press(key);
      await page.locator('.decision-form .button-primary:not([aria-disabled])').waitFor();
      for (const key of keys.slice(1)) await page.keyboard.press(key);
      await page.keyboard.press('Escape');
      await button(page, 'Approve').waitFor();
    }
    expect(sent).toEqual([]);
    expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING', votes: [] });
  });

  it('can be confirmed with the keyboard alone', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, payOut());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Approve').focus();
    await page.keyboard.press('Enter');
    await page.locator('.decision-form .button-primary:not([aria-disabled])').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Approved. The call has run.').waitFor();
  });

  it('keeps a long target inside the button of a narrow window', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, payOut({ orderNumber: `A-${'1'.repeat(60)}` }));
    const page = await inbox.open(shop, { viewport: { width: 360, height: 640 }, query: `?approval=${id}` });
    await button(page, 'Approve').click();
    await button(page, /^Approve: Pay out/).waitFor();
    const tooWide = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.decision-bar'))`;
    expect(await page.evaluate(tooWide)).toBe(0);
  });

  it('starts again after another person has decided in the meantime', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, payOut());
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    await button(page, 'Approve').click();
    await decideAs(shop, 'ann', approval, { decision: 'reject', reason: 'The seller has not delivered.' });
    await page.getByText('ann rejected this.').waitFor();
    expect(await button(page, CONFIRM).count()).toBe(0);
  });
});

describe('the decision bar', () => {
  it('repeats the tool, the amount, the targets and the date', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Approve').waitFor();
    const [subject] = (await page.getByRole('region', { name: 'Decision' }).innerText()).split('\n');
    expect(subject).toBe(
      'Transfer money · €12,480.50 · DE89 3704 0044 0532 0130 00 · Northwind Furniture GmbH · Tue, Dec 1, 2026',
    );
  });

  it('repeats a long target with its start and its end, and shows the whole of it on request', async () => {
    const shop = await inbox.serve();
    const recipient = `Northwind ${'and partners '.repeat(20)}of Leipzig`;
    const { id } = await askOne(shop, transfer({ recipient }));
    const page = await inbox.open(shop, { viewport: { width: 360, height: 640 }, query: `?approval=${id}` });
    const bar = page.getByRole('region', { name: 'Decision' });
    const cut = 'Northwind and partners and partners and partners a…tners and partners of Leipzig';
    await bar.getByText(cut).waitFor();
    // No line of it is hidden.
    const hidden = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.decision-subject'))`;
    expect(await page.evaluate(hidden)).toBe(0);
    await bar.getByRole('button', { name: 'Show the whole text' }).press('Enter');
    await bar.getByText(recipient).waitFor();
    expect(await page.evaluate(hidden)).toBe(0);
    expect(await seriousIssuesInBothSchemes(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Show less' }).press('Enter');
    await bar.getByText(cut).waitFor();
    await button(page, 'Add a reason').click();
    await bar.getByRole('heading', { name: /^Approve: Transfer money/ }).waitFor();
  });

  it('warns of characters that are easy to miss beside the button that approves', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, hostile());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    const bar = page.getByRole('region', { name: 'Decision' });
    await bar.getByText('16 characters are easy to miss. They are marked above.').waitFor();
    await button(page, 'Add a reason').click();
    await bar.getByText('16 characters are easy to miss.').waitFor();
  });

  it('has this tree of roles and names', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, payOut());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Approve').waitFor();
    const bar = page.getByRole('region', { name: 'Decision' });
    expect(await bar.ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "Decision":
        - status
        - paragraph:
          - strong: Pay out
          - text: · €250.00 · A-1050
        - paragraph: The effect of this tool may be permanent.
        - button "Approve"
        - button "Reject"
        - button "Add a reason"
        - button "Answer instead""
    `);
    await button(page, 'Approve').click();
    await page.locator('.decision-form .button-primary:not([aria-disabled])').waitFor();
    expect(await bar.ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "Decision":
        - status
        - form "Confirm the approval":
          - heading "Confirm the approval" [level=2]
          - paragraph:
            - strong: Pay out
            - text: · €250.00 · A-1050
          - paragraph: The effect of this tool may be permanent.
          - 'button "Approve: Pay out · €250.00 · A-1050"'
          - button "Keep waiting""
    `);
  });
});
