import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDatabase, openDesk } from '../../apps/demo/src/desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import { useInbox } from '../inbox/browser/use-inbox.fixture.js';

const inbox = useInbox();

beforeAll(() => promisify(execFile)(process.execPath, ['scripts/build-demo-page.mjs']), 60_000);

const openDemo = async () => {
  const desk = await openDesk(newDatabase(), new OfflineSupportModel());
  inbox.atEnd(() => desk.app.close());
  const page = await inbox.open({ inbox: `${desk.url}/` }, { as: 'sam', viewport: { width: 1440, height: 900 } });
  return { desk, page, chat: page.getByRole('log', { name: 'Messages' }) };
};

const approveInFrame = async (page: Page, name: RegExp): Promise<void> => {
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name }).press('Enter');
  await frame
    .getByRole('button', { name: /^Approve/ })
    .first()
    .press('Enter');
};

describe('the page of the demo', () => {
  it('shows a small refund at once, and the order beside it', async () => {
    const { page, chat } = await openDemo();
    await chat.getByRole('button', { name: /Refund order A-1042/ }).click();
    await chat.getByText('I refunded €40 of order A-1042.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'A-1042' }).getByText('refunded').waitFor();
  });

  it('waits for a manager, also over a reload, and shows the answer after Grace has approved in the inbox', async () => {
    const { desk, page, chat } = await openDemo();
    await chat.getByRole('button', { name: /Refund order A-1043/ }).click();
    await chat.getByText('Waits for the decision of another person.').waitFor();
    await page.reload();
    await chat.getByText('Waits for the decision of another person.').waitFor();
    await page.getByLabel('You decide as').selectOption('grace');
    await approveInFrame(page, /A-1043/);
    await chat.getByText(/I refunded €80 of order A-1043/).waitFor();
    expect(await desk.order('A-1043')).toMatchObject({ status: 'refunded', refunded: 80 });
    await page.getByText('Your order A-1043', { exact: true }).waitFor();
  });

  it('lets the customer confirm a cancellation in the chat, which leaves nothing in the inbox', async () => {
    const { desk, page, chat } = await openDemo();
    await chat.getByRole('button', { name: /Cancel order A-1050/ }).click();
    const card = page.frameLocator('iframe').getByRole('link', { name: /A-1050/ });
    await card.waitFor();
    await chat.getByRole('button', { name: 'Confirm' }).click();
    await chat.getByText(/I cancelled order A-1050/).waitFor();
    await card.waitFor({ state: 'detached' });
    expect(await desk.order('A-1050')).toMatchObject({ status: 'cancelled' });
  });

  it('shows in the chat what a clerk confirms in the inbox', async () => {
    const { page, chat } = await openDemo();
    await chat.getByRole('button', { name: /Cancel order A-1050/ }).click();
    await chat.getByRole('button', { name: 'Confirm' }).waitFor();
    await approveInFrame(page, /A-1050/);
    await chat.getByText(/I cancelled order A-1050/).waitFor();
    expect(await chat.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  });

  it('gives each customer a chat of its own, and no customer the approvals', async () => {
    const { desk, page, chat } = await openDemo();
    await chat.getByRole('button', { name: /Refund order A-1042/ }).click();
    await chat.getByText('I refunded €40 of order A-1042.').waitFor();
    await page.getByLabel('You chat as').selectOption('gina');
    await chat.getByText('Hello Gina').waitFor();
    expect(await chat.getByText('A-1042').count()).toBe(0);
    const ofAnn = await fetch(`${desk.url}/approvals`, { headers: { 'x-toolgate-person': 'ann' } });
    expect(ofAnn.status).toBe(403);
  });
});
