import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { email, locate, refund, transfer } from './shop/requests.fixture.js';
import { askExpired, askOne, decideAs } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const REFUNDED = 'refund {"orderNumber":"A-1043","amount":80,"currency":"EUR"}';

describe('an approval', () => {
  it('lets the call run once, also after a double click', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await button(page, 'Approve').dblclick();
    await page.getByText('You approved this.').waitFor();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(sent).toHaveLength(1);
    expect(shop.effects.done).toEqual([REFUNDED]);
    expect(await shop.approvals.get(id)).toMatchObject({ votes: [{ voter: 'lee' }] });
  });

  it('counts once if the connection is lost before the answer arrives', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}`, allow: /ERR_CONNECTION_RESET/ });
    const ids: string[] = [];
    await page.route('**/decisions', async (route) => {
      ids.push((route.request().postDataJSON() as { decisionId: string }).decisionId);
      if (ids.length > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await button(page, 'Approve').click();
    await page.getByText('You approved this.').waitFor();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(shop.effects.done).toEqual([REFUNDED]);
  });

  it('of a quorum waits for a second person, and states whose vote it has', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const lee = await inbox.open(shop, { query: `?approval=${id}` });
    await button(lee, 'Approve').click();
    await lee.getByText('It waits for 1 more approval.').waitFor();
    expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING', votes: [{ voter: 'lee' }] });
    const kim = await inbox.open(shop, { as: 'kim', query: `?approval=${id}` });
    await kim.getByText('Your approval is the last of 2.').waitFor();
    await button(kim, 'Approve').click();
    await lee.getByText('Approved. The call has run.').waitFor();
    expect(shop.effects.done).toHaveLength(1);
  });

  it('is not offered to a person who may not decide, with the reason', async () => {
    const shop = await inbox.serve();
    const [first, own] = [await askOne(shop, refund()), await askOne(shop, refund({}, { user: 'ann' }))];
    const sam = await inbox.open(shop, { as: 'sam', query: `?approval=${first.id}` });
    await sam.getByText('Only a person with the role lead may decide this.').waitFor();
    expect(await button(sam, 'Approve').count()).toBe(0);
    const ann = await inbox.open(shop, { as: 'ann', query: `?approval=${own.id}` });
    await ann.getByText('Another person must decide it.').waitFor();
    expect(await button(ann, 'Approve').count()).toBe(0);
  });
});

describe('a rejection', () => {
  it('sends its reason to the model, and shows it in the history', async () => {
    const shop = await inbox.serve();
    const { id, runId } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Reject').click();
    await page.getByLabel('Reason').fill('The chair came back broken.');
    await button(page, 'Reject').last().click();
    await page.getByText('You rejected this.').waitFor();
    expect(await shop.approvals.get(id)).toMatchObject({
      status: 'REJECTED',
      decidedBy: 'lee',
      decisionReason: 'The chair came back broken.',
    });
    expect(JSON.stringify(await shop.messages(runId))).toContain('The chair came back broken.');
    expect(shop.effects.done).toEqual([]);
  });

  it('keeps the typed reason while the page is offline, and over a reload', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}`, allow: /ERR_INTERNET_DISCONNECTED/ });
    await button(page, 'Reject').click();
    await page.context().setOffline(true);
    await page.getByLabel('Reason').fill('The chair came back broken.');
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Reason').inputValue()).toBe('The chair came back broken.');
    await page.reload();
    expect(await page.getByLabel('Reason').inputValue()).toBe('The chair came back broken.');
  });
});

describe('a card', () => {
  it('that another person has decided cannot be decided, and shows what happened', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    await button(page, 'Approve').waitFor();
    await decideAs(shop, 'ann', approval, { decision: 'reject', reason: 'The chair came back broken.' });
    await page.getByText('ann rejected this.').waitFor();
    await page.getByText('The chair came back broken.').first().waitFor();
    expect(await button(page, 'Approve').count()).toBe(0);
  });

  it('that another person has decided a moment before is refused, without an effect', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, refund());
    const page = await inbox.open(shop, {
      query: `?approval=${approval.id}`,
      allow: /status of 409/,
      prepare: (context) => context.route('**/approvals/changes', () => {}),
    });
    await button(page, 'Approve').waitFor();
    await decideAs(shop, 'ann', approval, { decision: 'reject', reason: 'The chair came back broken.' });
    await button(page, 'Approve').click();
    await page.getByText('ann rejected this.').waitFor();
    await button(page, 'Approve').waitFor({ state: 'detached' });
    expect(shop.effects.done).toEqual([]);
  });

  it('that has expired cannot be decided', async () => {
    const shop = await inbox.serve({ worker: false });
    const { id } = await askExpired(shop);
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.getByText('Expired. No one decided in time').waitFor();
    expect(await button(page, 'Approve').count()).toBe(0);
  });

  it('that expires while it is open stops offering a decision', async () => {
    const shop = await inbox.serve({ worker: false });
    const HOURS = 4;
    const { id } = await shop.clock.at(-HOURS * 3_600_000 + 60_000, () => askOne(shop, refund()));
    const page = await inbox.open(shop, {
      query: `?approval=${id}`,
      prepare: (context) => context.clock.install(),
    });
    await button(page, 'Approve').waitFor();
    shop.clock.advance(61_000);
    await page.clock.fastForward(61_000);
    await page.getByText('This has expired').waitFor();
    await button(page, 'Approve').waitFor({ state: 'detached' });
  });
});

describe('an edit', () => {
  it('is checked while it is typed, shows what changes, and runs with the new arguments', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Edit').click();
    await page.getByLabel('Amount').fill('9000');
    await page.getByText('At most 5000.').waitFor();
    await page.getByLabel('Amount').fill('60');
    await page.getByText('At most 5000.').waitFor({ state: 'detached' });
    await button(page, 'Approve with changes').click();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(shop.effects.done).toEqual(['refund {"orderNumber":"A-1043","amount":60,"currency":"EUR"}']);
  });

  it('that the door refuses changes nothing, and keeps what was typed with the reason of the door', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer());
    const page = await inbox.open(shop, { query: `?approval=${id}`, allow: /status of 422/ });
    await button(page, 'Edit').click();
    await page.getByLabel('IBAN').fill('KP89370400440532013000');
    await button(page, 'Approve with changes').click();
    await page.getByText('Transfers to this country are not allowed.').waitFor();
    expect(await page.getByLabel('IBAN').inputValue()).toBe('KP89370400440532013000');
    expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING', revision: 1, votes: [] });
  });
});

describe('an answer', () => {
  it('takes the place of the tool, and the tool does not run', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, email());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await button(page, 'Answer instead').click();
    await page.getByLabel('Answer', { exact: true }).fill('I called the customer.');
    await button(page, 'Send answer').click();
    await page.getByText('You answered this.').waitFor();
    expect(await shop.approvals.get(id)).toMatchObject({ status: 'RESPONDED', response: 'I called the customer.' });
    expect(shop.effects.done).toEqual([]);
  });

  it('to a client tool may only come from its requester', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, locate({ user: 'kim' }));
    const lee = await inbox.open(shop, { query: `?approval=${id}` });
    await lee.getByText('Only kim may answer').first().waitFor();
    expect(await button(lee, 'Send answer').count()).toBe(0);
  });
});
