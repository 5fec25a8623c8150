import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousIssues, seriousIssuesInBothSchemes } from './browser/axe.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';
import {
  deleteAccount,
  email,
  exchange,
  hostile,
  payOut,
  refund,
  schedulePayment,
  transfer,
} from './shop/requests.fixture.js';
import { askAgain, askExpired, askOne, askThree, changeTool, loseProcess, workDay } from './shop/seeds.fixture.js';
import type { Shop } from './shop/serve-shop.fixture.js';

const inbox = useInbox();

type Place = readonly [name: string, query: (shop: Shop) => Promise<string>, shown: (page: Page) => Promise<unknown>];

const card = async (approval: Promise<{ readonly id: string }>): Promise<string> => `?approval=${(await approval).id}`;

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().waitFor();

const places: readonly Place[] = [
  [
    'the list',
    async (shop) => (await askThree(shop), ''),
    (page) => page.getByRole('link', { name: /Refund/ }).waitFor(),
  ],
  ['the empty list', async () => '', (page) => page.getByText('Nothing waits for a decision').waitFor()],
  ['a card', (shop) => card(askOne(shop, refund())), button('Approve')],
  ['a card with money and dates', (shop) => card(askOne(shop, transfer())), button('Approve')],
  ['a card with a long text', (shop) => card(askOne(shop, email())), button('Approve')],
  ['a card of several groups', (shop) => card(askOne(shop, deleteAccount())), button('Approve')],
  ['a card of hostile texts', (shop) => card(askOne(shop, hostile())), button('Approve')],
  [
    'a confirmation',
    (shop) => card(askOne(shop, payOut())),
    async (page) => {
      await button('Approve')(page);
      await page.keyboard.press('a');
      await page.locator('.decision-form .button-primary:not([aria-disabled])').waitFor();
    },
  ],
  [
    'an edit of an amount in cents and of a time',
    (shop) => card(askOne(shop, schedulePayment())),
    async (page) => {
      await button('Approve')(page);
      await page.keyboard.press('e');
      await page.getByLabel('Amount (EUR)').fill('4780');
      await page.getByText('€120.00 less').waitFor();
    },
  ],
  [
    'a rejection',
    (shop) => card(askOne(shop, refund())),
    async (page) => {
      await button('Approve')(page);
      await page.keyboard.press('r');
      await page.getByLabel('Reason').waitFor();
    },
  ],
  [
    'a cancellation',
    (shop) => card(askOne(shop, refund())),
    async (page) => {
      await page.getByRole('button', { name: 'Cancel this request' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['a question', (shop) => card(askOne(shop, exchange({ user: 'root' }))), button('Send answer')],
  ['an expired card', (shop) => card(askExpired(shop)), (page) => page.getByText('Expired. No one decided').waitFor()],
  [
    'the card of a tool that has changed',
    async (shop) => {
      const approval = await askOne(shop, refund());
      await changeTool(shop, approval);
      return `?approval=${approval.id}`;
    },
    (page) =>
      page.locator('.notice', { hasText: 'The tool has changed' }).getByText('Changed parameter').first().waitFor(),
  ],
  [
    'a card that was asked again because its tool has changed',
    async (shop) => {
      const approval = await askOne(shop, refund());
      await askAgain(shop, approval);
      return `?approval=${approval.id}`;
    },
    (page) => page.locator('.notice', { hasText: 'Asked again' }).getByText('Changed parameter').first().waitFor(),
  ],
  [
    'the runs',
    async (shop) => (await loseProcess(shop), '?view=runs'),
    (page) => page.getByRole('link', { name: /Pay out/ }).waitFor(),
  ],
  [
    'a run with an unknown outcome',
    async (shop) => `?run=${(await loseProcess(shop)).runId}`,
    (page) => button('Report the outcome')(page),
  ],
  [
    'the report of an outcome',
    async (shop) => `?run=${(await loseProcess(shop)).runId}`,
    async (page) => {
      await page.getByRole('button', { name: 'Report the outcome' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a question about several calls',
    async (shop) => (await askThree(shop), ''),
    async (page) => {
      await page.getByRole('checkbox', { name: /Select all/ }).click();
      await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the shortcuts',
    async () => '',
    async (page) => {
      await page.getByText('Nothing waits for a decision').waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the activity',
    async (shop) => (await workDay(shop), '?view=activity'),
    (page) => page.getByRole('img', { name: /Asked by the hour/ }).waitFor(),
  ],
];

describe('axe', () => {
  it.each(places)('finds nothing serious on %s, light and dark', async (_name, seed, shown) => {
    const shop = await inbox.serve({ worker: false });
    const query = await seed(shop);
    const page = await inbox.open(shop, { as: 'root', query });
    await shown(page);
    expect(await seriousIssuesInBothSchemes(page)).toEqual([]);
  });

  it('finds nothing serious on the page of a person without a session', async () => {
    const shop = await inbox.serve({ http: { inbox: { signIn: '/login' } } });
    const page = await inbox.open(shop, { as: 'nobody', allow: /401/ });
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  });
});
