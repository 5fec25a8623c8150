import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deploy, schedulePayment, transfer } from './shop/requests.fixture.js';
import { askOne, decideAs } from './shop/seeds.fixture.js';
import type { Request } from './shop/requests.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const openEdit = async (request: Request, opening: Parameters<typeof inbox.open>[1] = {}) => {
  const shop = await inbox.serve();
  const { id } = await askOne(shop, request);
  const page = await inbox.open(shop, { timezoneId: 'America/New_York', ...opening, query: `?approval=${id}` });
  await button(page, 'Edit').click();
  return { shop, id, page };
};

const editOf = async ({ shop, id }: Pick<Awaited<ReturnType<typeof openEdit>>, 'shop' | 'id'>) =>
  (await shop.approvals.get(id)).arguments;

describe('the edit of an amount in cents', () => {
  it('is typed in the main unit, and its cents are shown and sent exactly', async () => {
    const { shop, id, page } = await openEdit(schedulePayment());
    const amount = page.getByLabel('Amount (EUR)');
    expect(await amount.inputValue()).toBe('4900.00');
    await page.getByText('Sent as 490,000 in the smallest unit.').waitFor();
    await amount.fill('4,780.29');
    await page.getByText('Sent as 478,029 in the smallest unit.').waitFor();
    await page.getByText('€119.71 less').waitFor();
    await button(page, 'Approve with changes').click();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(await editOf({ shop, id })).toMatchObject({ amountInCents: 478_029 });
  });

  it('is refused with a part of a cent and above the limit, in the main unit, with the reason beside the button', async () => {
    const { page } = await openEdit(schedulePayment());
    await page.getByLabel('Amount (EUR)').fill('0.005');
    await page.getByText('This amount has too many decimals for its currency.').waitFor();
    await page.getByLabel('Amount (EUR)').fill('10000.01');
    await page.getByText('At most €10,000.00.').waitFor();
    await page.locator('.decision-why', { hasText: '1 value cannot be used' }).waitFor();
    expect(await button(page, 'Approve with changes').isDisabled()).toBe(true);
  });
});

describe('the edit of a time', () => {
  it('happens in a native field, in the zone of the value, and shows the time of the reader', async () => {
    const { shop, id, page } = await openEdit(schedulePayment());
    const field = page.getByLabel(/^Pay at/);
    expect([await field.getAttribute('type'), await field.inputValue()]).toEqual([
      'datetime-local',
      '2026-12-01T08:30',
    ]);
    await page.getByText('Time zone: UTC+01:00').waitFor();
    await page.getByText('For you: Tue, Dec 1, 2026, 02:30 AM EST').waitFor();
    await field.fill('2026-12-02T09:00');
    await page.getByText('For you: Wed, Dec 2, 2026, 03:00 AM EST').waitFor();
    await button(page, 'Approve with changes').click();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(await editOf({ shop, id })).toMatchObject({ payAt: '2026-12-02T09:00:00+01:00' });
  });

  it.each(['2026-11-24T02:30:00.123456Z', '2026-11-24 02:30:00Z'])(
    'happens as text if the native field cannot hold it exactly: %s',
    async (startAt) => {
      const { page } = await openEdit(deploy({ startAt }));
      const field = page.getByRole('textbox', { name: 'Start at' });
      expect([await field.getAttribute('type'), await field.inputValue()]).toEqual(['text', startAt]);
    },
  );

  it('of a day happens in a native field, and states its day of the week', async () => {
    const { page } = await openEdit(transfer());
    const field = page.getByLabel('Execute on');
    expect(await field.getAttribute('type')).toBe('date');
    await field.fill('2026-12-04');
    await page.locator('.field-meaning', { hasText: 'Fri, Dec 4, 2026' }).waitFor();
    await field.fill('');
    await page.getByText('Type a value.').waitFor();
    expect(await page.locator('.field-meaning').count()).toBe(0);
  });
});

describe('the form for edits', () => {
  it('states why it cannot be sent, and names the call', async () => {
    const { page } = await openEdit(transfer());
    await page
      .getByRole('heading', { name: 'Edit: Transfer money · €12,480.50 · DE89 3704 0044 0532 0130 00' })
      .waitFor();
    const why = page.locator('.decision-why');
    expect(await why.innerText()).toBe('Change a value first.');
    await page.getByLabel('Amount').fill('12000');
    await page.getByText('€480.50 less').waitFor();
    expect(await why.innerText()).toBe('');
    await page.getByRole('radio', { name: 'JSON' }).last().check();
    await page.getByLabel('Arguments as JSON').fill('{');
    await why.getByText('The JSON cannot be used.').waitFor();
  });

  it('states that a change starts the votes again, as soon as another person has voted', async () => {
    const { shop, id, page } = await openEdit(transfer());
    await page.getByText('Nothing has changed yet.').waitFor();
    const restarts = page.locator('.decision-form').getByText('A change starts the votes again.');
    expect(await restarts.count()).toBe(0);
    await decideAs(shop, 'kim', await shop.approvals.get(id), {});
    await restarts.waitFor();
  });

  it('shows the earlier value above the later one on a narrow screen', async () => {
    const { page } = await openEdit(transfer(), { viewport: { width: 390, height: 844 } });
    await page.getByLabel('Recipient').fill('Southwind Furniture and Design GmbH');
    const sides = page.locator('.edit-changes .difference-side');
    const [before, after] = [await sides.first().boundingBox(), await sides.last().boundingBox()];
    expect(after!.y).toBeGreaterThanOrEqual(before!.y + before!.height);
    expect(after!.x).toBe(before!.x);
  });
});
