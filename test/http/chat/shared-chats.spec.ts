import { afterEach, describe, expect, it } from 'vitest';
import { Controller, type INestApplication } from '@nestjs/common';
import type { PromptBuilder } from 'toolgate/chat';
import { UiChatController, type UiChatPerson } from 'toolgate/http';
import { callsTools, toolCall } from 'toolgate/testing';
import { Desk } from '../../approval/approval.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { holdAt } from '../slow-turns.fixture.js';
import { serveChat } from './chat.fixture.js';

/** A chat of several people. */
@Controller('chat')
class TeamChat extends UiChatController {
  prompt = (prompt: PromptBuilder, { by }: UiChatPerson): PromptBuilder =>
    prompt.tools(Desk).toolContext({ user: by.id, tenant: String(by.tenant) });

  override conversation = ({ chat }: UiChatPerson): string => `team/${chat}`;
}

const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 5 }));
const question = (text: string) => ({
  id: 'c-1',
  trigger: 'submit-message',
  messages: [{ id: 'm-1', role: 'user', parts: [{ type: 'text', text }] }],
});

describe.each(platforms)('a chat that several people share on $name', (platform) => {
  let app: INestApplication | undefined;

  afterEach(() => app?.close());

  it('remembers the turns of all, and lets each person follow, decide and end their own turns only', async () => {
    const served = await serveChat(platform, {
      script: [refund, 'Hello, Ann.', 'Hello, Ada.'],
      controllers: [TeamChat],
    });
    app = served.app;
    const send = (as: string, method: string, path = '', body?: object) =>
      fetch(`${served.origin}/chat${path}`, {
        method,
        headers: { authorization: `Person ${as}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const waits = await (await send('ada', 'POST', '', question('Refund A-1'))).text();
    const [, ref] = /"approvalId":"([^"]+)"/.exec(waits)!;
    const approval = { id: ref, approved: true };
    const parts = [{ type: 'tool-refund', state: 'approval-responded', toolCallId: 'call-refund', approval }];
    const decision = { ...question(''), messages: [{ id: 'm-2', role: 'assistant', parts }] };

    expect((await send('ann', 'POST', '', question('Hello'))).status).toBe(409);
    expect((await send('ann', 'POST', '', decision)).status).toBe(404);
    expect((await send('ann', 'GET', '/c-1/stream')).status).toBe(204);
    expect((await send('ann', 'DELETE', '/c-1')).status).toBe(204);
    expect(await (await send('ada', 'GET', '/c-1/stream')).text()).toContain('tool-approval-request');

    expect((await send('ada', 'DELETE', '/c-1')).status).toBe(204);
    expect(await (await send('ann', 'POST', '', question('Hello'))).text()).toContain('"delta":"Hell"');
    await (await send('ada', 'POST', '', question('Hi'))).text();
    expect(JSON.stringify(served.model.prompts.at(-1)!.messages)).toContain('Hello, Ann.');
    expect(served.desk.done).toEqual([]);
  });

  it('lets no other person follow or end the turn that runs, not even an administrator', async () => {
    const { model, reached, open } = holdAt(1);
    const served = await serveChat(platform, { script: ['Hello, Ada.'], model, controllers: [TeamChat] });
    app = served.app;
    const send = (as: string, method: string, path: string) =>
      fetch(`${served.origin}/chat/c-1${path}`, { method, headers: { authorization: `Person ${as}` } });
    const headers = { authorization: 'Person ada', 'content-type': 'application/json' };
    const body = JSON.stringify(question('Hi'));
    const answer = fetch(`${served.origin}/chat`, { method: 'POST', headers, body });
    await reached;
    for (const as of ['ann', 'boss']) {
      expect((await send(as, 'GET', '/stream')).status).toBe(204);
      expect((await send(as, 'DELETE', '')).status).toBe(204);
    }
    open();
    expect(await (await answer).text()).toContain('"type":"finish"');
    expect(served.model.aborted).toBe(0);
  });
});
