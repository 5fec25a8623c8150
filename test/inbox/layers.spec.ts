import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { refund } from './shop/requests.fixture.js';
import { askOne } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

/** Where the focus is: in the dialog, nowhere on the page, or the text of another element. */
const focusOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: focused } = document;
    if (focused === document.body) return 'nowhere';
    return focused.closest('dialog[open]') ? 'dialog' : focused.textContent;
  })()`);

describe('a dialog', () => {
  it('holds the focus, disables the page below, and returns the focus after Escape', async () => {
    const shop = await inbox.serve({ worker: false });
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { as: 'root', query: `?approval=${id}` });
    const opener = page.getByRole('button', { name: 'Cancel this request' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Cancel this request' }).waitFor();
    const reached = new Set<string>();
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press(step < 6 ? 'Tab' : 'Shift+Tab');
      reached.add(await focusOf(page));
    }
    reached.delete('nowhere');
    expect([...reached]).toEqual(['dialog']);
    await page.evaluate(`document.querySelector('nav a').focus()`);
    expect(await focusOf(page)).not.toBe('Runs');
    expect(await page.evaluate(`document.elementFromPoint(20, 200).tagName`)).toBe('DIALOG');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focusOf(page)).toBe('Cancel this request');
  });
});

describe('the menu of the person', () => {
  it('states whether it is open, closes with Escape, and returns the focus', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop);
    const opener = page.getByRole('button', { name: 'Signed in as lee' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Account' });
    await menu.waitFor();
    await page.getByRole('button', { name: 'Signed in as lee', expanded: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.querySelector('.person-menu').contains(document.activeElement)`)).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Signed in as lee', expanded: false }).waitFor();
    expect(await page.evaluate(`document.activeElement.matches('.person-trigger')`)).toBe(true);
  });
});

describe('a choice', () => {
  it('is changed with the keys of the system', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop);
    const status = page.getByRole('combobox', { name: 'Status' });
    await status.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/status=decided/);
  });
});
