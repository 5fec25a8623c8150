import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deploy, refund, transfer } from './shop/requests.fixture.js';
import { askOne } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

/** Whether something is over the start or the end of the element that has the focus. */
const COVERED = `(focused => {
  const { x, top, bottom, width } = focused.getBoundingClientRect();
  const isOver = y => (over => !over || !(focused.contains(over) || over.contains(focused)))(document.elementFromPoint(x + width / 2, y));
  return isOver(top + 3) || isOver(bottom - 3);
})(document.activeElement)`;

/** Presses a key some times, and returns the elements that had the focus while something covered them. */
const coveredAfter = async (page: Page, key: string, times: number): Promise<readonly unknown[]> => {
  const covered: unknown[] = [];
  for (let pressed = 0; pressed < times; pressed++) {
    await page.keyboard.press(key);
    if (await page.evaluate(COVERED)) covered.push(await page.evaluate('document.activeElement.outerHTML'));
  }
  return covered;
};

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

  it.each([
    { width: 1440, height: 480 },
    { width: 720, height: 450 },
    { width: 360, height: 640 },
  ])('is never in a field below the buttons of a form, in $width × $height px', async (viewport) => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { viewport, query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Amount').fill('60');
    await page.locator('.decision-form').focus();
    expect(await coveredAfter(page, 'Tab', 16)).toEqual([]);
    expect(await coveredAfter(page, 'Shift+Tab', 16)).toEqual([]);
  });

  it.each([
    { width: 900, height: 700 },
    { width: 360, height: 640 },
  ])('is never in a part of the card below the decision bar, in $width × $height px', async (viewport) => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, deploy());
    const page = await inbox.open(shop, { viewport, query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await coveredAfter(page, 'Tab', 40)).toEqual([]);
    expect(await coveredAfter(page, 'Shift+Tab', 40)).toEqual([]);
  });

  it('lists its shortcuts, also at twice the size', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop, { viewport: { width: 720, height: 450 } });
    await page.getByRole('banner').waitFor();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await shortcuts.getByText('Enter', { exact: true }).waitFor();
  });
});
