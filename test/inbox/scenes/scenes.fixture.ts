import type { Page } from 'playwright-core';
import * as requests from '../shop/requests.fixture.js';
import {
  askAgain,
  askExpired,
  askMany,
  askOne,
  askThree,
  changeTool,
  decideAs,
  loseProcess,
  PARKS,
  parkRun,
  workDay,
} from '../shop/seeds.fixture.js';
import type { Shop, ShopStory } from '../shop/serve-shop.fixture.js';

/** A shop, and a browser that has not opened its inbox yet. */
export interface Stage {
  readonly shop: Shop;
  /** Opens the inbox with a query, as Lee or another person. */
  readonly open: (query?: string, as?: string) => Promise<Page>;
}

/** What a picture shows. */
export interface Scene {
  readonly name: string;
  /** How many other approvals wait; a picture of the scene for each number. */
  readonly waiting: readonly (0 | 3 | 500)[];
  /** Whether runs resume by themselves. @default true */
  readonly worker?: boolean;
  /** The options of approvals. */
  readonly approval?: ShopStory['approval'];
  /** The language of the browser. @default 'en-US' */
  readonly locale?: string;
  readonly play: (stage: Stage) => Promise<Page>;
}

/** Lets as many approvals wait as a scene names. */
export const letWait = (shop: Shop, count: Scene['waiting'][number]): Promise<void> =>
  count === 3 ? askThree(shop) : askMany(shop, count);

const card =
  (request: requests.Request, as?: string) =>
  async ({ shop, open }: Stage): Promise<Page> => {
    const { id } = await askOne(shop, request);
    const page = await open(`?approval=${id}`, as);
    await page.getByRole('heading', { name: 'Arguments' }).waitFor();
    return page;
  };

/** Shows a page in the colors of a person who has chosen a few. */
const force = async (page: Page): Promise<Page> => {
  await page.emulateMedia({ forcedColors: 'active' });
  return page;
};

/** Ends the connection of a page. */
const lose = async (page: Page): Promise<Page> => {
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  return page;
};

/** Every scene of the inbox. */
export const SCENES: readonly Scene[] = [
  { name: 'list', waiting: [0, 3, 500], play: ({ open }) => open() },
  { name: 'card', waiting: [3, 500], play: card(requests.refund()) },
  { name: 'card-money', waiting: [3], play: card(requests.transfer()) },
  { name: 'card-email', waiting: [3], play: card(requests.email()) },
  { name: 'card-200-lines', waiting: [3], play: card(requests.deploy()) },
  { name: 'card-groups', waiting: [3], play: card(requests.deleteAccount()) },
  { name: 'card-hostile', waiting: [3], play: card(requests.hostile()) },
  { name: 'card-not-mine', waiting: [3], play: card(requests.refund(), 'sam') },
  {
    name: 'tool-changed',
    waiting: [3],
    worker: false,
    play: async ({ shop, open }) => {
      const approval = await askOne(shop, requests.refund());
      await changeTool(shop, approval);
      return open(`?approval=${approval.id}`);
    },
  },
  {
    name: 'asked-again',
    waiting: [3],
    worker: false,
    play: async ({ shop, open }) => {
      const approval = await askOne(shop, requests.refund());
      await askAgain(shop, approval);
      return open(`?approval=${approval.id}`);
    },
  },
  {
    name: 'edit',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.refund())(stage);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Amount').fill('60');
      await page.getByRole('button', { name: 'Approve with changes' }).scrollIntoViewIfNeeded();
      return page;
    },
  },
  {
    name: 'edit-invalid',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.transfer())(stage);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Amount').fill('a lot');
      await page.getByLabel('Execute on').fill('tomorrow');
      await page.getByText('Type a number.').first().scrollIntoViewIfNeeded();
      return page;
    },
  },
  {
    name: 'reject',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.refund())(stage);
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByLabel('Reason').fill('The chair came back broken.');
      return page;
    },
  },
  {
    name: 'respond',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.email())(stage);
      await page.getByRole('button', { name: 'Answer instead' }).click();
      await page.getByLabel('Answer', { exact: true }).fill('I called the customer.');
      return page;
    },
  },
  {
    name: 'question',
    waiting: [3],
    play: async ({ shop, open }) => {
      const { id } = await askOne(shop, requests.exchange({ user: 'kim' }));
      const page = await open(`?approval=${id}`, 'kim');
      await page.getByRole('button', { name: 'Send answer' }).waitFor();
      return page;
    },
  },
  {
    name: 'question-not-mine',
    waiting: [3],
    play: async ({ shop, open }) => {
      const { id } = await askOne(shop, requests.exchange({ user: 'kim' }));
      const page = await open(`?approval=${id}`);
      await page.getByText('Only kim may answer').first().waitFor();
      return page;
    },
  },
  {
    name: 'confirm',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.payOut())(stage);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.locator('.button-primary:not([aria-disabled])').waitFor();
      return page;
    },
  },
  {
    name: 'edit-cents',
    waiting: [0],
    play: async (stage) => {
      const page = await card(requests.schedulePayment())(stage);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Amount').fill('4,780');
      return page;
    },
  },
  {
    name: 'cancel',
    waiting: [3],
    play: async ({ shop, open }) => {
      const { id } = await askOne(shop, requests.refund());
      const page = await open(`?approval=${id}`, 'root');
      await page.getByRole('button', { name: 'Cancel this request' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'decided',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.refund())(stage);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('You approved this.').waitFor();
      return page;
    },
  },
  {
    name: 'bulk-question',
    waiting: [3],
    play: async ({ open }) => {
      const page = await open();
      await page.getByRole('checkbox', { name: /Select all/ }).click();
      await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'bulk',
    waiting: [3],
    play: async ({ shop, open }) => {
      const page = await open();
      await page.getByRole('checkbox', { name: /Select all/ }).click();
      await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const { items } = await shop.as('ann').list({ tool: 'refund' });
      const { id, revision, argsHash } = items[0]!;
      await shop.as('ann').decide(id, { decision: 'reject', revision, argsHash });
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog', { name: /not decided/ }).waitFor();
      return page;
    },
  },
  {
    name: 'bulk-permanent',
    waiting: [3],
    play: async ({ shop, open }) => {
      await askOne(shop, requests.payOut());
      await askOne(shop, requests.deleteAccount());
      const page = await open();
      await page.getByRole('checkbox', { name: /Select all/ }).click();
      await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'bulk-confirm',
    waiting: [3],
    play: async ({ shop, open }) => {
      await askOne(shop, requests.payOut());
      await askOne(shop, requests.deleteAccount());
      const page = await open();
      await page.getByRole('checkbox', { name: /Select all/ }).click();
      await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.locator('.dialog .button-primary:not([aria-disabled])').waitFor();
      return page;
    },
  },
  {
    name: 'stale',
    waiting: [3],
    play: async (stage) => {
      const approval = await askOne(stage.shop, requests.refund());
      const page = await stage.open(`?approval=${approval.id}`);
      await page.getByRole('button', { name: 'Approve' }).first().waitFor();
      await decideAs(stage.shop, 'ann', approval, { decision: 'reject', reason: 'The chair came back broken.' });
      await page.getByText('ann rejected this.').waitFor();
      return page;
    },
  },
  {
    name: 'expired',
    waiting: [3],
    worker: false,
    play: async ({ shop, open }) => open(`?approval=${(await askExpired(shop)).id}`),
  },
  {
    name: 'offline',
    waiting: [3],
    play: async ({ open }) => {
      const page = await open();
      await page
        .getByRole('link', { name: /Refund/ })
        .first()
        .waitFor();
      return lose(page);
    },
  },
  {
    name: 'offline-card',
    waiting: [3],
    play: async (stage) => lose(await card(requests.refund())(stage)),
  },
  { name: 'signed-out', waiting: [3], play: ({ open }) => open('', 'nobody') },
  {
    name: 'runs',
    waiting: [3],
    worker: false,
    play: async ({ shop, open }) => (await loseProcess(shop), open('?view=runs')),
  },
  {
    name: 'unknown-outcome',
    waiting: [0],
    worker: false,
    play: async ({ shop, open }) => {
      const page = await open(`?run=${(await loseProcess(shop)).runId}`, 'root');
      await page.getByText('€250.00').waitFor();
      return page;
    },
  },
  {
    name: 'timeline',
    waiting: [0],
    play: async ({ shop, open }) => {
      const approval = await askOne(shop, requests.refund());
      await decideAs(shop, 'lee', approval, { reason: 'The chair is back.' });
      while ((await shop.approvals.runs.get(approval.runId)).status !== 'completed')
        await shop.approvals.runs.resume(approval.runId);
      const page = await open(`?run=${approval.runId}`);
      await page.getByText('The run ended with its answer').waitFor();
      return page;
    },
  },
  {
    name: 'parked-run',
    waiting: [3],
    worker: false,
    approval: PARKS,
    play: async ({ shop, open }) => {
      const page = await open(`?view=runs&status=parked&run=${(await parkRun(shop)).runId}`, 'root');
      await page.getByRole('heading', { name: 'Failed attempts' }).waitFor();
      return page;
    },
  },
  { name: 'activity', waiting: [0], play: async ({ shop, open }) => (await workDay(shop), open('?view=activity')) },
  {
    name: 'runs-unknown-filter',
    waiting: [3],
    worker: false,
    play: async ({ shop, open }) => (await loseProcess(shop), open('?view=runs&status=unknown')),
  },
  {
    name: 'settle',
    waiting: [0],
    worker: false,
    play: async ({ shop, open }) => {
      const page = await open(`?run=${(await loseProcess(shop)).runId}`, 'root');
      await page.getByRole('button', { name: 'Report the outcome' }).click();
      await page.getByRole('dialog').getByText('€250.00').waitFor();
      return page;
    },
  },
  { name: 'list-nothing-for-me', waiting: [0], play: ({ open }) => open('?mine=true', 'sam') },
  { name: 'list-no-match', waiting: [3], play: ({ open }) => open('?text=nothing-has-this-word') },
  {
    name: 'list-focus',
    waiting: [3],
    play: async ({ open }) => {
      const page = await open();
      await page
        .getByRole('link', { name: /Refund/ })
        .first()
        .waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      return page;
    },
  },
  {
    name: 'list-error',
    waiting: [3],
    play: async ({ open }) => {
      const page = await open('?view=activity');
      await page.route(/\/approvals\?/, (route) => route.fulfill({ status: 500, body: 'no' }));
      await page
        .getByRole('link', { name: /^Approvals/ })
        .last()
        .click();
      await page.getByText('The list could not be loaded').waitFor({ timeout: 20_000 });
      return page;
    },
  },
  {
    name: 'list-skeleton',
    waiting: [3],
    play: async ({ open }) => {
      const page = await open('?view=activity');
      await page.route(/\/approvals\?/, () => {});
      await page
        .getByRole('link', { name: /^Approvals/ })
        .last()
        .click();
      await page.locator('.waiting-rows').waitFor();
      return page;
    },
  },
  {
    name: 'print-card',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.transfer())(stage);
      await page.emulateMedia({ media: 'print' });
      return page;
    },
  },
  {
    name: 'print-run',
    waiting: [0],
    worker: false,
    play: async ({ shop, open }) => {
      const page = await open(`?run=${(await loseProcess(shop)).runId}`, 'root');
      await page.getByText('€250.00').waitFor();
      await page.emulateMedia({ media: 'print' });
      return page;
    },
  },
  { name: 'german-list', waiting: [3], locale: 'de-DE', play: ({ open }) => open() },
  {
    name: 'german-card',
    waiting: [3],
    locale: 'de-DE',
    play: async ({ shop, open }) => {
      const page = await open(`?approval=${(await askOne(shop, requests.transfer())).id}`);
      await page.getByRole('heading', { name: 'Argumente' }).waitFor();
      return page;
    },
  },
  {
    name: 'german-runs',
    waiting: [3],
    worker: false,
    locale: 'de-DE',
    play: async ({ shop, open }) => {
      await loseProcess(shop);
      const page = await open('?view=runs');
      await page.getByText('jonas').waitFor();
      return page;
    },
  },
  {
    name: 'german-settle',
    waiting: [0],
    worker: false,
    locale: 'de-DE',
    play: async ({ shop, open }) => {
      const page = await open(`?run=${(await loseProcess(shop)).runId}`, 'root');
      await page.getByRole('button', { name: 'Ausgang melden' }).click();
      await page
        .getByRole('dialog')
        .getByText(/250,00/)
        .waitFor();
      return page;
    },
  },
  { name: 'empty-decided', waiting: [0], play: ({ open }) => open('?status=decided') },
  { name: 'empty-runs', waiting: [0], play: ({ open }) => open('?view=runs') },
  { name: 'empty-activity', waiting: [0], play: ({ open }) => open('?view=activity') },
  {
    name: 'forced-colors-list',
    waiting: [3],
    play: async ({ open }) => {
      const page = await open();
      await page
        .getByRole('checkbox', { name: /Select Refund/ })
        .first()
        .click();
      await page.keyboard.press('j');
      return force(page);
    },
  },
  {
    name: 'forced-colors-order',
    waiting: [3],
    play: async ({ open }) => {
      const page = await open();
      await page.emulateMedia({ forcedColors: 'active' });
      await page.getByRole('combobox', { name: 'Order' }).click();
      return page;
    },
  },
  {
    name: 'forced-colors-card',
    waiting: [3],
    play: async (stage) => force(await card(requests.hostile())(stage)),
  },
  {
    name: 'forced-colors-edit',
    waiting: [3],
    play: async (stage) => {
      const page = await card(requests.transfer())(stage);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Amount').fill('a lot');
      return force(page);
    },
  },
  {
    name: 'forced-colors-activity',
    waiting: [0],
    play: async ({ shop, open }) => {
      await workDay(shop);
      const page = await open('?view=activity');
      return force(page);
    },
  },
];
