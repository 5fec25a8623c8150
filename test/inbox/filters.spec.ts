import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { email, refund, transfer } from './shop/requests.fixture.js';
import { askMany, askOne, askThree, decideAs } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const links = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name });

const searchOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

describe('the filters of the list', () => {
  it('are in the address, which another person can open', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const lee = await inbox.open(shop);
    await links(lee, /Refund/).waitFor();
    await lee.getByRole('combobox', { name: 'Tool' }).selectOption('Transfer money');
    await links(lee, /Refund/).waitFor({ state: 'detached' });
    expect(searchOf(lee)).toBe('?tool=transferMoney');
    const ann = await inbox.open(shop, { as: 'ann', query: '?tool=transferMoney' });
    await links(ann, /Transfer money/).waitFor();
    expect(await links(ann, /Refund|Send email/).count()).toBe(0);
    await lee.getByRole('combobox', { name: 'Tool' }).selectOption('All tools');
    await links(lee, /Refund/).waitFor();
    expect(searchOf(lee)).toBe('');
  });

  it('select what a person may decide', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    await askOne(shop, email());
    const kim = await inbox.open(shop, { as: 'kim', query: '?mine=true' });
    await links(kim, /Send email/).waitFor();
    expect(await links(kim, /Refund/).count()).toBe(0);
  });

  it('select by status, and search in what is loaded', async () => {
    const shop = await inbox.serve();
    const rejected = await askOne(shop, refund({ orderNumber: 'A-2001' }));
    await askOne(shop, refund({ orderNumber: 'A-2002' }));
    await askOne(shop, transfer());
    await decideAs(shop, 'ann', rejected, { decision: 'reject' });
    const page = await inbox.open(shop, { query: '?status=decided' });
    await links(page, /A-2001/).waitFor();
    expect(await links(page, /A-2002|Transfer money/).count()).toBe(0);
    const searching = await inbox.open(shop);
    await links(searching, /A-2002/).waitFor();
    await searching.getByRole('searchbox', { name: 'Search' }).fill('northwind');
    await links(searching, /A-2002/).waitFor({ state: 'detached' });
    await links(searching, /Transfer money/).waitFor();
    await searching.waitForURL('**/inbox?text=northwind');
  });

  it('state that nothing waits for this person, and show what waits for others', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const sam = await inbox.open(shop, { as: 'sam', query: '?mine=true' });
    const list = sam.getByRole('region', { name: 'Approvals', exact: true });
    await list.getByText('Nothing waits for you').waitFor();
    expect(await list.ariaSnapshot()).toContain('button "I can decide" [pressed]');
    await list.getByRole('button', { name: 'Clear filters' }).click();
    await links(sam, /Refund/).waitFor();
    const snapshot = await list.ariaSnapshot();
    for (const part of ['searchbox "Search"', 'button "I can decide"', 'link "Refund'])
      expect(snapshot).toContain(part);
  });

  it('lead from a status without approvals back to what waits', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const page = await inbox.open(shop, { query: '?status=closed' });
    await page.getByText('No approval has this status.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await links(page, /Refund/).waitFor();
  });

  it('state that nothing matches', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const page = await inbox.open(shop, { query: '?text=nothing-like-this' });
    await page.getByText('No approval matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await links(page, /Refund/).waitFor();
    expect(searchOf(page)).toBe('');
  });
});

describe('a list of 500', () => {
  it('renders only what is seen, and each approval can be reached', async () => {
    const shop = await inbox.serve();
    await askMany(shop, 500);
    const page = await inbox.open(shop);
    await links(page, /Refund/)
      .first()
      .waitFor();
    expect(await links(page, /Refund/).count()).toBeLessThan(60);
    await page.getByText('500 approvals', { exact: true }).waitFor();
    await links(page, /Refund/)
      .first()
      .focus();
    await page.keyboard.press('End');
    const last = page.locator('[aria-posinset="500"]').getByRole('link');
    await last.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(page.url()).toBe(new URL((await last.getAttribute('href'))!, shop.origin).href);
  });
});
