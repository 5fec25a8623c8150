import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { useInbox } from './browser/use-inbox.fixture.js';
import { exchange } from './shop/requests.fixture.js';
import { askOne } from './shop/seeds.fixture.js';

const inbox = useInbox();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the question of a tool', () => {
  it('is answered by its requester in a form of its schema', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, exchange({ user: 'kim' }));
    const page = await inbox.open(shop, { as: 'kim', query: `?approval=${id}` });
    await page.getByRole('heading', { name: 'Which size do you want for A-1042?' }).waitFor();
    expect(await button(page, 'Send answer').isDisabled()).toBe(true);
    expect(await button(page, 'Approve').count()).toBe(0);
    await page.getByLabel('Size', { exact: true }).selectOption('M');
    await button(page, 'Send answer').click();
    await page.getByText('You answered this. The call continues with your answer.').waitFor();
    await expect.poll(() => shop.effects.done).toEqual(['exchange [{"order":"A-1042"},{"size":"M"}]']);
    expect(await shop.approvals.get(id)).toMatchObject({ answer: { size: 'M' }, decidedBy: 'kim' });
  });

  it('is declined by its requester, with a reason', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, exchange({ user: 'kim' }));
    const page = await inbox.open(shop, { as: 'kim', query: `?approval=${id}` });
    await button(page, 'Do not answer').click();
    await page.getByLabel('Reason').fill('I keep it.');
    await button(page, 'Reject').click();
    await page.getByText('You rejected this.').first().waitFor();
    expect(await shop.approvals.get(id)).toMatchObject({ status: 'REJECTED', decisionReason: 'I keep it.' });
    expect(shop.effects.done).toEqual([]);
  });

  it('is shown to other people, who cannot answer it', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, exchange({ user: 'kim' }));
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.getByText('Which size do you want for A-1042?').waitFor();
    await page.getByText('Only kim may answer').first().waitFor();
    expect(await button(page, 'Send answer').count()).toBe(0);
  });
});
