import { beforeAll, describe, expect, it } from 'vitest';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { useInbox } from '../inbox/browser/use-inbox.fixture.js';
import { buildChatPage, CHAT } from './build-chat-page.fixture.js';
import { serveChatPage } from './serve-chat-page.fixture.js';

const inbox = useInbox();
let code: string;

beforeAll(async () => {
  code = await buildChatPage(CHAT);
}, 60_000);

const refund = (amount: number, id: string) => toolCall('refund', { orderNumber: 'A-1043', amount }, id);

/** How the page shows a call. */
const call = (amount: number, state: string) => `tool-refund {"orderNumber":"A-1043","amount":${amount}}: ${state}`;

/** Opens the page of a chat whose model has this script. */
const ask = async (...script: readonly ScriptedAnswer[]) => {
  const served = await serveChatPage(code, script);
  inbox.atEnd(() => served.app.close());
  // The page first asks for a turn to resume, which must not be the one that the test sends.
  const resumed: Promise<unknown>[] = [];
  const prepare = async (context: BrowserContext) => {
    resumed.push(context.waitForEvent('response', (response) => response.url().endsWith('/chat/c-1/stream')));
  };
  const page = await inbox.open(served, { as: 'ann', prepare });
  await Promise.all(resumed);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const lines = page.locator('p');
  const button = (name: string, index = 0) => page.getByRole('button', { name }).nth(index);
  return {
    ...served,
    page,
    requests,
    button,
    send: async (text = 'Refund A-1043'): Promise<void> => {
      await page.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
    },
    /** Waits until the page shows these lines, and no others. */
    shows: async (...wanted: readonly string[]): Promise<void> => {
      await lines.filter({ hasText: wanted.at(-1)! }).waitFor();
      expect((await lines.allTextContents()).map((line) => line.replace('ApproveReject', ''))).toEqual(wanted);
    },
  };
};

/** Resolves once the page has opened the stream of changes. */
const listening = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/chat/c-1/changes'));

describe('the page of use-chat.md in a browser', () => {
  it.each([
    ['approved', {}, call(80, 'output-available'), 'I refunded 80.'],
    ['rejected', { decision: 'reject', reason: 'Too late.' }, call(80, 'output-denied'), 'That is not possible.'],
  ])(
    'shows the answer once, without a reload, when another person has %s the call',
    async (_, given, shown, answer) => {
      const script = [callsTools('I refund it.', refund(80, 'r')), answer, 'You are welcome.'];
      const { page, requests, send, shows, model, decideElsewhere } = await ask(...script);
      const listens = listening(page);
      await send();
      await shows('Refund A-1043', 'I refund it.', call(80, 'approval-requested'));
      await listens;
      await decideElsewhere(given);
      await shows('Refund A-1043', 'I refund it.', shown, answer);
      await send('Thank you.');
      await shows('Refund A-1043', 'I refund it.', shown, answer, 'Thank you.', 'You are welcome.');
      expect(requests.slice(requests.indexOf('POST /chat'))).toEqual([
        'POST /chat',
        'GET /chat/c-1/changes',
        'GET /chat/c-1/stream',
        'POST /chat',
      ]);
      expect(model.prompts).toHaveLength(3);
    },
  );

  it('shows the answer to a decision that was made before the page listens', async () => {
    const { page, send, shows, decideElsewhere } = await ask(callsTools(refund(80, 'r')), 'I refunded 80.');
    // The first request alone: later ones pass.
    const decides = async (route: Route) => {
      await decideElsewhere();
      await route.continue();
    };
    await page.route('**/chat/c-1/changes', decides, { times: 1 });
    await send();
    await shows('Refund A-1043', call(80, 'output-available'), 'I refunded 80.');
  });

  it('asks again for a decision that it has not sent when the other call was decided elsewhere', async () => {
    const script = [callsTools('I refund them.', refund(80, 'r1'), refund(90, 'r2')), 'I refunded one.'];
    const { page, button, send, shows, decideElsewhere } = await ask(...script);
    const listens = listening(page);
    await send();
    await listens;
    await button('Approve', 1).click();
    await shows('Refund A-1043', 'I refund them.', call(80, 'approval-requested'), call(90, 'approval-responded'));
    const listensAgain = listening(page);
    await decideElsewhere({ decision: 'reject', reason: 'Too late.' });
    await listensAgain;
    const rejected = ['Refund A-1043', 'I refund them.', call(80, 'output-denied')];
    await shows(...rejected, call(90, 'approval-requested'));
    await button('Approve').click();
    await shows(...rejected, call(90, 'output-available'), 'I refunded one.');
  });

  it.each([
    ['Approve', call(80, 'output-available'), 'I refunded 80.'],
    ['Reject', call(80, 'output-denied'), 'That is not possible.'],
  ])('carries out a decision of its own, and reads the turn once: %s', async (name, shown, answer) => {
    const { page, requests, button, send, shows, model } = await ask(callsTools(refund(80, 'r')), answer);
    const listens = listening(page);
    await send();
    await listens;
    await button(name).click();
    await shows('Refund A-1043', shown, answer);
    expect(requests.slice(requests.indexOf('POST /chat'))).toEqual([
      'POST /chat',
      'GET /chat/c-1/changes',
      'POST /chat',
    ]);
    expect(model.prompts).toHaveLength(2);
  });

  it('sends no message while a call waits, because the chat would then send no decision', async () => {
    const { page, button, send, shows } = await ask(callsTools(refund(80, 'r')), 'I refunded 80.', 'Bye.');
    await send();
    await button('Approve').waitFor();
    expect(await page.getByRole('textbox').isDisabled()).toBe(true);
    await button('Approve').click();
    await shows('Refund A-1043', call(80, 'output-available'), 'I refunded 80.');
    await send('Thank you.');
    await shows('Refund A-1043', call(80, 'output-available'), 'I refunded 80.', 'Thank you.', 'Bye.');
  });
});
