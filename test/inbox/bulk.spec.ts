import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deleteAccount, email, payOut, refund, transfer } from './shop/requests.fixture.js';
import { askOne, decideAs } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

describe('decisions on several approvals', () => {
  it('show a result for each: one was decided by another person in the meantime', async () => {
    const shop = await inbox.serve();
    const approvals = [];
    for (const orderNumber of ['A-2001', 'A-2002', 'A-2003'])
      approvals.push(await askOne(shop, refund({ orderNumber })));
    const page = await inbox.open(shop, {
      // The page must not learn of the other person's decision before it sends its own.
      prepare: (context) => context.route('**/approvals/changes', () => {}),
    });
    for (const orderNumber of ['A-2001', 'A-2002', 'A-2003'])
      await page.getByRole('checkbox', { name: new RegExp(`Select .*${orderNumber}`) }).click();
    await page.getByText('3 selected').waitFor();
    await decideAs(shop, 'ann', approvals[1]!, { decision: 'reject', reason: 'The goods are not back.' });
    await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 3 calls' });
    await dialog.getByRole('button', { name: 'Approve' }).click();
    const results = page.getByRole('dialog', { name: '2 calls approved, 1 not decided' });
    await results.getByText('1 call was not decided').waitFor();
    await results.getByText('Rejected by ann').waitFor();
    expect(await results.locator('.badge').allInnerTexts()).toEqual(['Out of date', 'Approved', 'Approved']);
    const statuses = await Promise.all(approvals.map(({ id }) => shop.approvals.get(id)));
    expect(statuses.map(({ decidedBy }) => decidedBy)).toEqual(['lee', 'ann', 'lee']);
    expect(shop.effects.done.join()).not.toContain('A-2002');
  });

  it('leave out what the person may not decide, and reject with one reason', async () => {
    const shop = await inbox.serve();
    const [mine, notMine] = [await askOne(shop, email()), await askOne(shop, refund())];
    const kim = await inbox.open(shop, { as: 'kim' });
    for (const name of [/Select Send email/, /Select Refund/]) await kim.getByRole('checkbox', { name }).click();
    await kim.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Reject' }).click();
    const dialog = kim.getByRole('dialog', { name: 'Reject 1 call' });
    await dialog.getByText('1 selected call is left out').waitFor();
    await dialog.getByLabel('Reason for all').fill('Not today.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await kim.getByText('1 call rejected').waitFor();
    expect(await shop.approvals.get(mine.id)).toMatchObject({ status: 'REJECTED', decisionReason: 'Not today.' });
    expect(await shop.approvals.get(notMine.id)).toMatchObject({ status: 'PENDING' });
  });

  it('show the sum and the largest amount by tool and currency, and name what may be permanent', async () => {
    const shop = await inbox.serve();
    for (const request of [
      refund({ amount: 80.1 }),
      refund({ amount: 60.2 }),
      refund({ amount: 70, currency: 'USD' }),
      transfer({ amount: 12_480.5 }),
      deleteAccount(),
    ])
      await askOne(shop, request);
    const page = await inbox.open(shop, { as: 'root' });
    await page.getByRole('checkbox', { name: /Select all/ }).click();
    await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    const rows = await dialog.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' ').trim())).toEqual(
      expect.arrayContaining([
        'Refund 2 €140.30 €80.10',
        'Refund 1 $70.00 $70.00',
        'Delete account Effect may be permanent 1 – –',
        'All in EUR 3 €12,620.80 €12,480.50',
      ]),
    );
    await dialog.getByText('Effect may be permanent: Delete account.').waitFor();
  });
});

describe('the approval of several calls, one of a destructive tool', () => {
  const choose = async (page: Page) => {
    await page.getByRole('checkbox', { name: /Select all/ }).click();
    await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
    return page.getByRole('dialog', { name: 'Approve 2 calls' }).getByRole('button', { name: 'Approve 2 calls' });
  };
  const confirmed = (page: Page) => page.locator('.dialog .button-primary:not([aria-disabled])');

  it('is asked once more with that call, and then approves both', async () => {
    const shop = await inbox.serve();
    const approvals = [await askOne(shop, email()), await askOne(shop, payOut())];
    const page = await inbox.open(shop);
    await (await choose(page)).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm the approval' });
    await dialog.getByText('The effect of this call may be permanent.').waitFor();
    expect(await dialog.getByRole('list').innerText()).toContain('€250.00');
    expect(await dialog.getByText('Send email').count()).toBe(0);
    for (const { id } of approvals) expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING' });
    await confirmed(page).click();
    await page.getByText('2 calls approved').waitFor();
    for (const { id } of approvals) expect(await shop.approvals.get(id)).toMatchObject({ decidedBy: 'lee' });
  });

  it('is not confirmed by a double click or a second key, and goes back', async () => {
    const shop = await inbox.serve();
    const approvals = [await askOne(shop, email()), await askOne(shop, payOut())];
    const page = await inbox.open(shop);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await (await choose(page)).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Confirm the approval' });
    await confirmed(page).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve 2 calls' });
    await approve.focus();
    await page.keyboard.press('Enter');
    await dialog.locator('form:focus').waitFor();
    await page.keyboard.press('Enter');
    await confirmed(page).waitFor();
    await page.keyboard.press('Enter');
    expect(sent).toEqual([]);
    for (const { id } of approvals) expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING' });
  });
});
