import { describe, expect, it } from 'vitest';
import { refund } from './shop/requests.fixture.js';
import { askOne } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

describe('the keyboard alone', () => {
  it('leads from the list to a decision and back', async () => {
    const shop = await inbox.serve();
    const approvals = [];
    for (const orderNumber of ['A-2001', 'A-2002']) approvals.push(await askOne(shop, refund({ orderNumber })));
    const page = await inbox.open(shop);
    await page.getByRole('link', { name: /A-2002/ }).waitFor();
    for (const orderNumber of ['A-2001', 'A-2002']) {
      await page.keyboard.press('j');
      await page.locator('a:focus', { hasText: orderNumber }).waitFor();
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(new URL(page.url()).search).toContain(approvals[1]!.id);
    await page.keyboard.press('a');
    await page.getByRole('link', { name: /A-2002/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /A-2001/ }).waitFor();
    expect(await shop.approvals.get(approvals[1]!.id)).toMatchObject({ decidedBy: 'lee' });
  });

  it('reaches the content past the header with the first link of the page', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop);
    await page.getByRole('banner').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('lists its shortcuts', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop);
    await page.getByRole('banner').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});
