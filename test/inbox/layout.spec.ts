import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { refund, transfer } from './shop/requests.fixture.js';
import { askOne, askThree, loseProcess } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const NARROW = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${String(place)} is not visible.`);
  return box;
};

describe('a narrow card', () => {
  it('leaves three quarters of the screen to the card, in German too', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    for (const [locale, name] of [
      ['en-US', 'Approve'],
      ['de-DE', 'Freigeben'],
    ] as const) {
      const page = await inbox.open(shop, { ...NARROW, locale, query: `?approval=${id}` });
      await page.getByRole('button', { name, exact: true }).waitFor();
      expect((await boxOf(page.locator('.decision-bar'))).height).toBeLessThan(844 / 4);
    }
  });

  it('shows the amount above the form that edits it', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { ...NARROW, query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Amount').fill('a lot');
    const [amount, form] = [await boxOf(page.locator('.fact-money dd')), await boxOf(page.locator('.decision-bar'))];
    expect(amount.y + amount.height).toBeLessThan(form.y);
  });

  it('keeps the way to the next approval inside the screen', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const { id } = await askOne(shop, refund({ orderNumber: 'A-7777' }));
    const page = await inbox.open(shop, { ...NARROW, query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('link', { name: /^Next: Transfer money/ }).waitFor();
    const { x, width } = await boxOf(page.locator('.decision-bar .notice'));
    expect(x + width).toBeLessThan(390);
  });
});

describe('a wide page', () => {
  it('shows every answer of a report without scrolling, in German too', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop);
    for (const [locale, open] of [
      ['en-US', 'Report the outcome'],
      ['de-DE', 'Ausgang melden'],
    ] as const) {
      const page = await inbox.open(shop, { ...WIDE, locale, as: 'root', query: `?run=${runId}` });
      await page.getByRole('button', { name: open }).click();
      await page
        .getByRole('dialog')
        .getByText(/250[.,]00/)
        .waitFor();
      const hidden = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.dialog-content'))`;
      expect(await page.evaluate(hidden)).toBe(0);
    }
  });

  it('gives an empty list and a failed one the whole page', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop, { ...WIDE, allow: /status of 500/ });
    const isCentered = async (title: string): Promise<void> => {
      const { x, width } = await boxOf(page.getByRole('heading', { name: title }));
      expect(Math.abs(x + width / 2 - 720)).toBeLessThan(2);
    };
    await page.getByText('Nothing waits for a decision').waitFor();
    await isCentered('Nothing waits for a decision');
    await page.route(/\/approvals\?/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.getByLabel('Status').selectOption({ label: 'Decided' });
    await page.getByText('The list could not be loaded').waitFor({ timeout: 20_000 });
    await isCentered('The list could not be loaded');
  });

  it('shows gray rows until the code of the runs is loaded', async () => {
    const shop = await inbox.serve();
    let load = (): void => {};
    const mayLoad = new Promise<void>((resolve) => (load = resolve));
    const page = await inbox.open(shop, {
      query: '?view=runs',
      prepare: (context) => context.route(/later-parts/, (route) => mayLoad.then(() => route.continue())),
    });
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor();
    load();
    await page.getByText('No run waits').waitFor();
  });
});

describe('the print of a card that waits', () => {
  it('names the end with its time zone, and no distance from now', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { query: `?approval=${id}`, timezoneId: 'UTC' });
    await page.getByText('Approval requested').waitFor();
    await page.emulateMedia({ media: 'print' });
    const printed = await page.locator('body').innerText();
    expect(printed).toMatch(/Expires \w+ \d+, \d{4} at [\d:]+ [AP]M UTC/);
    expect(printed).not.toMatch(/ left|in \d+ days|now/);
    const [event, time] = [page.locator('.timeline p > span'), page.locator('.timeline p time')];
    const { y, height } = await boxOf(event);
    expect((await boxOf(time)).y).toBeGreaterThanOrEqual(y + height - 1);
  });
});
