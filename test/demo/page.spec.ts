import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDemoPage } from '../built-inbox.fixture.js';
import { newDatabase, openDesk } from './desk.fixture.js';
import { startDeskProcess } from './desk-process.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import { useInbox } from '../inbox/browser/use-inbox.fixture.js';
import { demoPage } from './demo-page.fixture.js';

const inbox = useInbox();

beforeAll(buildDemoPage, 60_000);

const openAt = async (url: string, allow?: RegExp) =>
  demoPage(await inbox.open({ inbox: `${url}/` }, { as: 'sam', viewport: { width: 1440, height: 900 }, allow }));

const openDemo = async () => {
  const desk = await openDesk(newDatabase(), new OfflineSupportModel());
  inbox.atEnd(() => desk.app.close());
  return { desk, ...(await openAt(desk.url)) };
};

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = Object(server.address());
  await promisify(server.close.bind(server))();
  return String(port);
};

describe('the page of the demo', () => {
  it('shows a small refund at once, and the order beside it', async () => {
    const { page, chat, choose } = await openDemo();
    await choose(/Refund order A-1042/);
    await chat.getByText('I refunded €40 of order A-1042.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'A-1042' }).getByText('refunded').waitFor();
  });

  it('waits for a manager, also over a reload, and shows the answer after Grace has approved in the inbox', async () => {
    const { desk, page, chat, choose, decideAs, openCard, approve } = await openDemo();
    await choose(/Refund order A-1043/);
    await chat.getByText('Waits for the decision of another person.').waitFor();
    await page.reload();
    await chat.getByText('Waits for the decision of another person.').waitFor();
    await decideAs('grace');
    await openCard(/A-1043/);
    await approve();
    await chat.getByText(/I refunded €80 of order A-1043/).waitFor();
    expect(await desk.order('A-1043')).toMatchObject({ status: 'refunded', refunded: 80 });
    await page.getByRole('region', { name: 'Shop' }).getByText('Your order A-1043', { exact: true }).waitFor();
  });

  it('refunds what the manager has edited in the inbox, and shows it in the chat and the shop', async () => {
    const { desk, page, inbox: frame, chat, choose, decideAs, openCard } = await openDemo();
    await choose(/Refund order A-1043/);
    await chat.getByText('Waits for the decision of another person.').waitFor();
    await decideAs('grace');
    await openCard(/A-1043/);
    await frame.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await frame
      .getByRole('spinbutton')
      .or(frame.getByLabel(/^Amount/))
      .first()
      .fill('60');
    await frame.getByRole('button', { name: 'Approve with changes', exact: true }).press('Enter');
    await chat.getByText(/I refunded €60 of order A-1043/).waitFor();
    expect(await desk.order('A-1043')).toMatchObject({ refunded: 60 });
    await page.getByRole('listitem').filter({ hasText: 'A-1043' }).getByText('−€60').waitFor();
  });

  it('continues a word after a reload, and ends an answer that the customer stops', async () => {
    const desk = await openDesk(newDatabase(), new OfflineSupportModel(150));
    inbox.atEnd(() => desk.app.close());
    const { page, chat, choose } = await openAt(desk.url);
    await choose(/Refund order A-1042/);
    await chat.getByText('I refunded').waitFor();
    await page.reload();
    await chat.getByText('I refunded €40 of order A-1042.').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('List the orders of Ann Baker');
    await page.keyboard.press('Enter');
    await chat.getByText(/^The orders of/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.reload();
    await chat.getByText(/^The orders of/).waitFor();
    expect(await chat.getByText('wall clock').count()).toBe(0);
  });

  it('lets the customer confirm a cancellation in the chat, which leaves nothing in the inbox', async () => {
    const { desk, inbox: frame, chat, choose } = await openDemo();
    await choose(/Cancel order A-1050/);
    const card = frame.getByRole('link', { name: /A-1050/ });
    await card.waitFor();
    await chat.getByRole('button', { name: 'Confirm' }).click();
    await chat.getByText(/I canceled order A-1050/).waitFor();
    await card.waitFor({ state: 'detached' });
    expect(await desk.order('A-1050')).toMatchObject({ status: 'canceled' });
  });

  it('asks the customer for a color before it exchanges an order', async () => {
    const { desk, chat, choose } = await openDemo();
    await choose(/Exchange order A-1051/);
    await chat.getByText('Which color do you want instead for order A-1051?').waitFor();
    await chat.getByRole('button', { name: 'oak' }).click();
    await chat.getByText(/I exchanged order A-1051: .*, oak/).waitFor();
    expect(await desk.order('A-1051')).toMatchObject({ item: expect.stringMatching(/, oak$/) });
  });

  it('sends the color with the decision that follows it', async () => {
    const { desk, page, chat } = await openDemo();
    await page.getByRole('textbox', { name: 'Message' }).fill('Exchange A-1051 and cancel A-1050');
    await page.keyboard.press('Enter');
    await chat.getByRole('button', { name: 'oak' }).click();
    await chat.getByRole('button', { name: 'Confirm' }).click();
    await chat.getByText(/I canceled order A-1050/).waitFor();
    expect(await desk.order('A-1051')).toMatchObject({ item: expect.stringMatching(/, oak$/) });
  });

  it('answers a tool that runs in the page', async () => {
    const { page, chat, choose } = await openDemo();
    await choose(/Which browser do I use/);
    const { width, height } = page.viewportSize()!;
    await chat.getByText(new RegExp(`You use Chrome \\d+, in a window of ${width} × ${height} pixels.`)).waitFor();
  });

  it('shows in the chat what a clerk confirms in the inbox', async () => {
    const { chat, choose, openCard, approve, confirm } = await openDemo();
    await choose(/Cancel order A-1050/);
    await chat.getByRole('button', { name: 'Confirm' }).waitFor();
    await openCard(/A-1050/);
    await approve();
    await confirm();
    await chat.getByText(/I canceled order A-1050/).waitFor();
    expect(await chat.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  });

  it('shows why the shop rejects a call that no person was asked about', async () => {
    const { page, chat } = await openDemo();
    await page.getByRole('textbox', { name: 'Message' }).fill('Cancel A-1061');
    await page.keyboard.press('Enter');
    await chat.getByText('was rejected').waitFor();
    await chat
      .locator('.tool')
      .getByText(/nothing is left to cancel/)
      .waitFor();
    await page.reload();
    await chat
      .locator('.tool')
      .getByText(/nothing is left to cancel/)
      .waitFor();
  });

  it('kills its server while a refund waits, and answers after the server was started again', async () => {
    const [database, PORT] = [newDatabase(), await freePort()];
    const first = await startDeskProcess(database, { PORT });
    const { page, chat, choose, killServer, decideAs, openCard, approve } = await openAt(first.url, /ERR_/);
    await choose(/Refund order A-1043/);
    await chat.getByText('Waits for the decision of another person.').waitFor();
    await killServer();
    await first.exit;
    await page.getByText('The server was killed and starts again').waitFor();
    const second = await openDesk(database, new OfflineSupportModel(), Number(PORT));
    inbox.atEnd(() => second.app.close());
    await page.getByText(/Server runs/).waitFor();
    await decideAs('grace');
    await openCard(/A-1043/);
    await approve();
    await chat.getByText(/I refunded €80 of order A-1043/).waitFor();
    expect(await second.order('A-1043')).toMatchObject({ status: 'refunded', refunded: 80 });
  });

  it('gives each customer a chat of its own, and no customer the approvals', async () => {
    const { desk, page, chat, choose } = await openDemo();
    await choose(/Refund order A-1042/);
    await chat.getByText('I refunded €40 of order A-1042.').waitFor();
    await page.getByLabel('You chat as').selectOption('gina');
    await chat.getByText('Hello Gina').waitFor();
    expect(await chat.getByText('A-1042').count()).toBe(0);
    const ofAnn = await fetch(`${desk.url}/approvals`, { headers: { 'x-toolgate-person': 'ann' } });
    expect(ofAnn.status).toBe(403);
  });
});
