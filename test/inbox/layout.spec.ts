import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { deleteAccount, deploy, payOut, refund, transfer } from './shop/requests.fixture.js';
import { askMany, askOne, askThree, decideAs, loseProcess } from './shop/seeds.fixture.js';
import { passPauses } from './browser/pass-pauses.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const NARROW = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${String(place)} is not visible.`);
  return box;
};

/** The lines of text of a card that are as high as a box. */
const linesAt = (page: Page, { y, height }: { readonly y: number; readonly height: number }) =>
  page.evaluate<readonly { readonly x: number; readonly right: number }[]>(`(() => {
    const texts = document.createTreeWalker(document.querySelector('.card-content'), NodeFilter.SHOW_TEXT);
    const lines = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { x, right, top, bottom } of range.getClientRects())
        if (bottom > ${y} && top < ${y + height}) lines.push({ x, right });
    }
    return lines;
  })()`);

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

  it('keeps the words of the buttons that send an edit inside them, in German too', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    for (const [locale, edit] of [
      ['en-US', 'Edit'],
      ['de-DE', 'Bearbeiten'],
    ] as const) {
      const page = await inbox.open(shop, { ...NARROW, locale, query: `?approval=${id}` });
      await page.getByRole('button', { name: edit, exact: true }).click();
      await page.locator('.edit-changes').waitFor();
      const tooWide = `[...document.querySelectorAll('.decision-actions .button')].filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent)`;
      expect(await page.evaluate(tooWide)).toEqual([]);
      expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(390);
    }
  });

  it('covers no part of a line with the hint that the arguments continue', async () => {
    const shop = await inbox.serve();
    await askOne(shop, transfer());
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { ...NARROW, query: `?approval=${id}` });
    await page.getByText('Another request with the same values waits').waitFor();
    const hint = await boxOf(page.getByRole('button', { name: /arguments below$/ }));
    const strip = await boxOf(page.locator('.card-more'));
    const lines = await linesAt(page, hint);
    expect(lines.length).toBeGreaterThan(0);
    for (const { x, right } of lines) {
      expect(x).toBeGreaterThanOrEqual(strip.x);
      expect(right).toBeLessThanOrEqual(strip.x + strip.width);
    }
  });

  it('shows which of several calls may be permanent before a person scrolls', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    await askOne(shop, payOut());
    await askOne(shop, deleteAccount());
    const page = await inbox.open(shop, NARROW);
    await page.getByRole('checkbox', { name: 'Select all 5 shown' }).click();
    await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    const warning = await boxOf(dialog.getByText('Effect may be permanent: Pay out, Delete account.'));
    const button = await boxOf(dialog.getByRole('button', { name: 'Approve 5 calls' }));
    expect(warning.y + warning.height).toBeLessThan(button.y);
    // Half of a row states that the list continues.
    const [list, row] = [dialog.getByRole('list', { name: 'Selected calls' }), dialog.getByRole('listitem').first()];
    const rows = (await boxOf(list)).height / (await boxOf(row)).height;
    expect(Math.abs((rows % 1) - 0.5)).toBeLessThan(0.2);
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

describe('a card at four times its size', () => {
  it('has the whole screen for what is decided, and the buttons after it', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { viewport: { width: 320, height: 256 }, query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    const isCard = `document.elementFromPoint(160, 240).closest('.card-content') !== null`;
    expect(await page.evaluate(isCard)).toBe(true);
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(320);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('You approved this').first().waitFor();
  });

  it('shows the fields of an edit in the page, and the buttons after them', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { viewport: { width: 320, height: 256 }, query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const amount = page.getByLabel('Amount');
    await amount.fill('12');
    const { y, height } = await boxOf(amount);
    const isField = `document.elementFromPoint(160, ${y + height / 2}).closest('.edit-field') !== null`;
    expect(await page.evaluate(isField)).toBe(true);
    // One scroll bar, that of the page.
    expect(
      await page.evaluate(`(bar => bar.scrollHeight - bar.clientHeight)(document.querySelector('.decision-bar'))`),
    ).toBe(0);
    await page.getByRole('button', { name: 'Approve with changes' }).click();
    await page.getByText('You approved this').first().waitFor();
  });
});

describe('a header without room for all of its parts', () => {
  it('has two rows, and the page never scrolls sideways', async () => {
    const shop = await inbox.serve({ worker: false });
    await loseProcess(shop);
    await askThree(shop);
    const page = await inbox.open(shop, { viewport: { width: 320, height: 640 }, locale: 'de-DE' });
    await page.getByRole('navigation').getByText('1', { exact: true }).waitFor();
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(320);
    const [connection, person] = [page.locator('.app-connection'), page.locator('.person-trigger')];
    const [{ y, height }, { y: top, x, width }] = [await boxOf(connection), await boxOf(person)];
    expect(Math.abs(y + height / 2 - (top + 18))).toBeLessThan(2);
    expect(x + width).toBeGreaterThan(300);
  });

  it('has one row as long as the person has room beside the pages', async () => {
    const shop = await inbox.serve({ worker: false });
    await loseProcess(shop);
    await askThree(shop);
    for (const [locale, ...widths] of [
      ['en-US', 320, 360],
      ['de-DE', 375, 421],
    ] as const) {
      const page = await inbox.open(shop, { locale });
      await page.getByRole('navigation').getByText('1', { exact: true }).waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 });
        expect((await boxOf(page.locator('.app-header'))).height, `${locale} ${width}`).toBe(52);
        expect(await page.evaluate('document.scrollingElement.scrollWidth'), `${locale} ${width}`).toBe(width);
      }
    }
  });
});

describe('the hint above the decision bar', () => {
  it('states that the arguments continue below, leads to their end, and is gone there', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, deploy());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    const hint = page.getByRole('button', { name: 'More arguments below' });
    await hint.click();
    await hint.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Arguments', exact: true }).getByText('Is required').last().waitFor();
  });

  it('states that a warning is below, and leads to it first', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { viewport: { width: 390, height: 640 }, query: `?approval=${id}` });
    await page.getByRole('button', { name: 'Warning and arguments below' }).click();
    await page.getByRole('button', { name: 'More arguments below' }).waitFor();
    const warning = await boxOf(page.getByText('Another request with the same values waits'));
    const bar = await boxOf(page.locator('.card-more'));
    expect(warning.y).toBeGreaterThan(0);
    expect(warning.y + warning.height).toBeLessThan(bar.y);
  });

  it('is absent on a card that was decided', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, deploy());
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    const hint = page.getByRole('button', { name: 'More arguments below' });
    await hint.waitFor();
    await decideAs(shop, 'ann', approval, { decision: 'reject' });
    await page.getByText('ann rejected this.').waitFor();
    expect(await hint.count()).toBe(0);
  });

  it('is absent if the person sees all arguments', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { viewport: { width: 1440, height: 1000 }, query: `?approval=${id}` });
    await page.getByRole('region', { name: 'History', exact: true }).getByText('Approval requested').waitFor();
    expect(await page.getByRole('button', { name: 'More arguments below' }).count()).toBe(0);
  });
});

describe('the first rows', () => {
  it.each([NARROW, WIDE])('fill the list before a person scrolls, in $viewport.width px', async (size) => {
    const shop = await inbox.serve({ worker: false });
    await askMany(shop, 25);
    const page = await inbox.open(shop, {
      ...size,
      // The first render is the only one that knows nothing of the height of the list.
      prepare: (context) => context.addInitScript('globalThis.ResizeObserver = class { observe() {} disconnect() {} }'),
    });
    await page
      .getByRole('link', { name: /Refund/ })
      .first()
      .waitFor();
    const last = await boxOf(page.getByRole('list', { name: 'Approvals' }).getByRole('listitem').last());
    expect(last.y + last.height).toBeGreaterThanOrEqual(size.viewport.height);
    expect(last.y).toBeLessThan(size.viewport.height + 84);
  });
});

describe('a wide page', () => {
  it('shows every answer of a report without scrolling, in German too', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop);
    const run = await inbox.open(shop, { ...WIDE, as: 'root', query: `?run=${runId}` });
    const facts = run.locator('.unknown-call-facts dd');
    // The button that copies the key does not move it away from its label.
    const [start, key] = [facts.filter({ hasText: 'Attempt' }), facts.filter({ hasText: `${runId}:0:0` })];
    expect((await boxOf(key)).height - (await boxOf(start)).height).toBeLessThan(2);
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
    const page = await inbox.open(shop, {
      ...WIDE,
      allow: /status of 500/,
      prepare: (context) => context.clock.install(),
    });
    const isCentered = async (title: string): Promise<void> => {
      const { x, width } = await boxOf(page.getByRole('heading', { name: title }));
      expect(Math.abs(x + width / 2 - 720)).toBeLessThan(2);
    };
    await page.getByText('Nothing waits for a decision').waitFor();
    await isCentered('Nothing waits for a decision');
    await page.route(/\/approvals\?/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.getByLabel('Status').selectOption({ label: 'Decided' });
    await passPauses(page, page.getByText('The list could not be loaded'));
    await isCentered('The list could not be loaded');
  });

  it('shows gray rows until the code of the runs is loaded', async () => {
    const shop = await inbox.serve();
    let load = (): void => {};
    const mayLoad = new Promise<void>((resolve) => (load = resolve));
    const page = await inbox.open(shop, {
      query: '?view=runs',
      prepare: (context) => context.route(/later-parts.*\.js/, (route) => mayLoad.then(() => route.continue())),
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
