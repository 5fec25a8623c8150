import { describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import type { Page, Route } from 'playwright-core';
import { holdEvents } from './shop/hold-events.fixture.js';
import { refund, transfer } from './shop/requests.fixture.js';
import { askMany, askOne, askThree, decideAs } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const refundLink = (page: Page) => page.getByRole('link', { name: /Refund/ });

describe('the list', () => {
  it('shows what is asked and what others decide, without a reload, in two browsers', async () => {
    const shop = await inbox.serve();
    const [lee, ann] = [await inbox.open(shop), await inbox.open(shop, { as: 'ann' })];
    await lee.getByText('Nothing waits for a decision').waitFor();
    await ann.getByText('Nothing waits for a decision').waitFor();
    await askOne(shop, refund());
    await refundLink(lee).waitFor();
    await refundLink(ann).click();
    await ann.getByRole('button', { name: 'Approve', exact: true }).click();
    await lee.getByText('Nothing waits for a decision').waitFor();
    expect(shop.effects.done).toEqual(['refund {"orderNumber":"A-1043","amount":80,"currency":"EUR"}']);
  });

  it('marks what arrives as new, and not the further items of its first read', async () => {
    const shop = await inbox.serve();
    await askMany(shop, 20);
    const page = await inbox.open(shop);
    await page.getByText('20 approvals', { exact: true }).waitFor();
    const marks = page.locator('.row-new');
    await page.locator('.rows').press('End');
    await page.getByRole('listitem').and(page.locator('[aria-posinset="20"]')).waitFor();
    expect(await marks.count()).toBe(0);
    await askOne(shop, refund());
    await page.getByText('21 approvals', { exact: true }).waitFor();
    await page.locator('.rows').press('End');
    await marks.waitFor();
  });

  it('polls without the event stream, and states that it does', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop, {
      allow: /ERR_FAILED.*approvals\/changes/,
      prepare: async (context) => {
        await context.clock.install();
        await context.route('**/approvals/changes', (route) => route.abort());
      },
    });
    await page.getByText('Nothing waits for a decision').waitFor();
    await page.clock.fastForward(3000);
    await page.getByText('Live updates are interrupted.').waitFor();
    await askOne(shop, refund());
    await page.clock.fastForward(5000);
    await refundLink(page).waitFor();
  });

  it.each([
    ['does not answer', (app: INestApplication): void => void app.use('/approvals/changes', () => {})],
    ['sends its headers only', (app: INestApplication): void => holdEvents(app, { from: 0 })],
  ])('polls if the event stream %s, and states that it does', async (_, change) => {
    const shop = await inbox.serve({ change });
    let requested: Promise<unknown> | undefined;
    const page = await inbox.open(shop, {
      prepare: async (context) => {
        await context.clock.install();
        requested = context.waitForEvent('request', (request) => request.url().endsWith('/changes'));
      },
    });
    await page.getByText('Nothing waits for a decision').waitFor();
    await requested;
    await page.getByText('Connecting', { exact: true }).waitFor();
    await page.clock.fastForward(10_000);
    await page.getByText('Live updates are interrupted.').waitFor();
    await askOne(shop, refund());
    await page.clock.fastForward(5000);
    await refundLink(page).waitFor();
  });

  it('states that the page is offline, and reads everything again when the connection is back', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, refund());
    const page = await inbox.open(shop, { allow: /ERR_INTERNET_DISCONNECTED/ });
    await refundLink(page).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await decideAs(shop, 'ann', approval, { decision: 'reject' });
    await page.context().setOffline(false);
    await page.getByText('Nothing waits for a decision').waitFor();
    expect(await page.getByText('You are offline.').count()).toBe(0);
  });

  it('states that the page is offline if the connection was lost while the page started', async () => {
    const shop = await inbox.serve();
    let persons = 0;
    const page = await inbox.open(shop, {
      allow: /ERR_FAILED.*approvals\/me/,
      prepare: async (context) => {
        await context.addInitScript(`Object.defineProperty(navigator, 'onLine', { get: () => false })`);
        await context.route('**/approvals/me', (route) => (persons++ === 0 ? route.continue() : route.abort()));
      },
    });
    await page.getByText('You are offline.').waitFor();
  });

  it('states that the page is offline if the server has answered just before the connection was lost', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop, {
      allow: /ERR_FAILED.*approvals\/me/,
      prepare: async (context) => {
        await context.clock.install();
        await context.addInitScript(`
          let isOnline = true;
          addEventListener('offline', () => (isOnline = false));
          Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
        `);
      },
    });
    await page.getByText('Live', { exact: true }).waitFor();
    const answer = page.waitForResponse('**/approvals/me');
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await (await answer).finished();
    await page.route('**/approvals/me', (route) => route.abort());
    await page.clock.fastForward(5000);
    await page.getByText('You are offline.').waitFor();
  });

  it('connects again when the network is back, because the earlier stream may be dead', async () => {
    const shop = await inbox.serve({ change: (app) => holdEvents(app, { from: 1, connections: 1 }) });
    const page = await inbox.open(shop, { allow: /ERR_INTERNET_DISCONNECTED/ });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    const stream = page.waitForResponse('**/approvals/changes');
    await page.context().setOffline(false);
    await stream;
    await page.getByText('Live', { exact: true }).waitFor();
    await askOne(shop, refund());
    await refundLink(page).waitFor();
  });

  it('is the same after a reload', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const page = await inbox.open(shop);
    await refundLink(page).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    const { url } = { url: page.url() };
    await page.reload();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(page.url()).toBe(url);
  });

  it('shows the time that is left by the clock of the server, whatever the device says', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const page = await inbox.open(shop, {
      prepare: (context) => context.clock.install({ time: Date.now() + 3 * 24 * 3_600_000 }),
    });
    const row = page.getByRole('link', { name: /Refund/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/\d hr( \d+ min)? left/);
  });

  it('never lists what belongs to another tenant, and all of it for a person of every tenant', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund({ orderNumber: 'A-1043' }));
    await askOne(shop, refund({ orderNumber: 'G-2002' }, { tenant: 'globex', user: 'gina' }));
    const [lee, gus, ops] = [
      await inbox.open(shop),
      await inbox.open(shop, { as: 'gus' }),
      await inbox.open(shop, { as: 'ops' }),
    ];
    for (const page of [lee, gus, ops]) await refundLink(page).first().waitFor();
    expect([await refundLink(lee).count(), await refundLink(gus).count(), await refundLink(ops).count()]).toEqual([
      1, 1, 2,
    ]);
  });

  it('loses no event that arrives while a list is read for the first time', async () => {
    const shop = await inbox.serve();
    await askThree(shop);
    const page = await inbox.open(shop);
    await refundLink(page).waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const hold = async (route: Route, read: () => void): Promise<void> => {
      const response = await route.fetch();
      read();
      await held;
      await route.fulfill({ response });
    };
    const isRead = new Promise<void>((resolve) => {
      void page.route(/approvals\?.*tool=transferMoney/, (route) => hold(route, resolve), { times: 1 });
    });
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('Transfer money');
    await isRead;
    await askOne(shop, transfer());
    await page.getByRole('navigation').getByText('4 approvals wait').waitFor();
    release();
    await page
      .getByRole('link', { name: /Transfer money/ })
      .nth(1)
      .waitFor();
  });
});

const signInElsewhere = async (page: Page, person: string): Promise<void> => {
  await page.context().addCookies([{ name: 'toolgate-person', value: person, url: new URL(page.url()).origin }]);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByText(`Signed in as ${person}`).waitFor();
};

describe('another person who signs in on another page', () => {
  it('receives their own events from then on', async () => {
    const shop = await inbox.serve();
    const page = await inbox.open(shop);
    await page.getByText('Nothing waits for a decision').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await signInElsewhere(page, 'gus');
    await page.getByText('Nothing waits for a decision').waitFor();
    await askOne(shop, refund({ orderNumber: 'G-2002' }, { tenant: 'globex', user: 'gina' }));
    await refundLink(page).waitFor();
  });

  it('finds no dialog and no selection of the previous person', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const page = await inbox.open(shop);
    await page.getByRole('checkbox', { name: /Select Refund/ }).click();
    await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog', { name: 'Approve 1 call' }).waitFor();
    await signInElsewhere(page, 'ann');
    await page.locator('.row-link').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByText('1 selected').count()).toBe(0);
  });
});
