import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { refund } from './shop/requests.fixture.js';
import { askOne, askThree, loseProcess } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const LOGO = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';

const styleOf = (page: Page, selector: string, property: string): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);

describe('the look of the inbox', () => {
  it('has the name, the color and the logo of the application', async () => {
    const shop = await inbox.serve({ http: { inbox: { name: 'Acme orders', color: '#7a1fa2', logo: LOGO } } });
    const page = await inbox.open(shop);
    const brand = page.getByRole('banner').getByRole('link', { name: 'Acme orders' });
    await brand.waitFor();
    expect(await brand.locator('img').getAttribute('src')).toBe(LOGO);
    expect(await styleOf(page, ':root', '--accent')).toBe('#7a1fa2');
    expect(await page.title()).toContain('Acme orders');
  });

  it('has the texts that the application replaces', async () => {
    const texts = { 'app.pages.approvals': 'Questions', 'decide.approve': 'Release' };
    const shop = await inbox.serve({ http: { inbox: { texts } } });
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Questions/ })
      .waitFor();
    // This text arrives with the code of the card.
    await page.getByRole('button', { name: 'Release', exact: true }).waitFor();
  });

  it('is German for a German browser, and for an application that is German', async () => {
    const german = await inbox.serve({ http: { inbox: { language: 'de' } } });
    const shop = await inbox.serve();
    for (const page of [await inbox.open(shop, { locale: 'de-AT' }), await inbox.open(german)]) {
      await page.getByRole('link', { name: 'Abläufe', exact: true }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toMatch(/^de/);
    }
  });

  it('follows the theme of the system', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop, { colorScheme: 'light' });
    await page.getByRole('banner').waitFor();
    const bright = await styleOf(page, ':root', 'background-color');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await styleOf(page, ':root', 'background-color')).not.toBe(bright);
  });

  it('shows in the colors that a person chose which page and which approval are open, and what an edit adds', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { forcedColors: 'active', query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Amount').fill('60');
    await page.locator('.edit-changes ins').waitFor();
    const [highlight, canvas] = await page.evaluate<readonly string[]>(`['Highlight', 'Canvas'].map((color) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText = 'forced-color-adjust: none; color: ' + color;
      return getComputedStyle(probe).color;
    })`);
    expect(highlight).not.toBe(canvas);
    const before = (selector: string, pseudo: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}'), '${pseudo}').backgroundColor`);
    expect(await before('.app-header nav [aria-current]', '::after')).toBe(highlight);
    expect(await before('.row-open', '::before')).toBe(highlight);
    expect(await styleOf(page, '.edit-changes ins', 'text-decoration-line')).toBe('underline');
    expect(await styleOf(page, '.edit-changes del', 'text-decoration-line')).toBe('line-through');
  });

  it('never scrolls sideways on a narrow screen', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const page = await inbox.open(shop, { viewport: { width: 390, height: 844 } });
    await page.getByRole('link', { name: /Refund/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

describe('dialogs and motion', () => {
  it('move nothing for a person who asked for reduced motion', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const page = await inbox.open(shop);
    await page.getByRole('link', { name: /Refund/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    const durations = async (reducedMotion: 'reduce' | 'no-preference'): Promise<unknown> => {
      await page.emulateMedia({ reducedMotion });
      return page.evaluate(`[...new Set([...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return [...animationDuration.split(', '), ...transitionDuration.split(', ')];
      }))]`);
    };
    expect(await durations('no-preference')).toContain('0.15s');
    expect(await durations('reduce')).toEqual(['0s']);
  });

  it('have one look, whatever part of the page opens a dialog', async () => {
    const shop = await inbox.serve({ worker: false });
    const { id } = await askOne(shop, refund());
    const { runId } = await loseProcess(shop);
    const looks: unknown[] = [];
    for (const [query, name] of [
      ['', /shortcuts/],
      [`?approval=${id}`, 'Cancel this request'],
      [`?run=${runId}`, 'Report the outcome'],
    ] as const) {
      const page = await inbox.open(shop, { as: 'root', query });
      if (query === '') await page.getByRole('button', { name: 'Signed in as root' }).click();
      await page.getByRole('button', { name }).click();
      await page.getByRole('heading', { level: 2 }).and(page.locator('.dialog-title')).waitFor();
      looks.push([await styleOf(page, '.dialog', 'color'), await styleOf(page, '.dialog-title', 'font')]);
    }
    expect(looks).toEqual([looks[0], looks[0], looks[0]]);
  });
});

describe('the header', () => {
  it('names the page and what waits as one text', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const page = await inbox.open(shop);
    await page.getByRole('link', { name: 'Approvals, 3 approvals wait', exact: true }).waitFor();
  });

  it('fits a narrow screen in German', async () => {
    const shop = await inbox.serve({ http: { inbox: { language: 'de' } } });
    await askThree(shop);
    const page = await inbox.open(shop, { viewport: { width: 390, height: 844 } });
    await page.getByRole('link', { name: /Rückerstatt|Refund/ }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

describe('a person without a session', () => {
  it('is sent to the sign-in page of the application, and returns to the same approval', async () => {
    const shop = await inbox.serve({ http: { inbox: { signIn: '/login' } } });
    const page = await inbox.open(shop, { as: 'nobody', query: '?approval=A1', allow: /status of 401/ });
    const link = page.getByRole('link', { name: 'Sign in' });
    await link.waitFor();
    const { pathname, searchParams } = new URL((await link.getAttribute('href'))!, shop.origin);
    expect([pathname, searchParams.get('return')]).toEqual(['/login', '/approvals/inbox?approval=A1']);
  });

  it('may act as another person on a local machine', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop);
    await page.getByRole('button', { name: 'Signed in as lee' }).click();
    await page.getByRole('button', { name: 'sam', exact: true }).click();
    await page.getByRole('button', { name: 'Signed in as sam' }).waitFor();
    expect((await page.context().cookies()).find(({ name }) => name === 'toolgate-person')?.value).toBe('sam');
  });
});
