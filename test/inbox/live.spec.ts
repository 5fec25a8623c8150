import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { refund } from './shop/requests.fixture.js';
import { askOne, askThree, decideAs } from './shop/seeds.fixture.js';
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
});
