import { describe, expect, it } from 'vitest';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { deferred } from '../story.fixture.js';
import { serveAgent } from './ag-ui/ag-ui.fixture.js';
import { asked, openChat, serveChat } from './chat/chat.fixture.js';
import { stockClients } from './chat/stock-client.fixture.js';
import { platforms } from './platforms.fixture.js';

const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 5 }, 'r'));
const approval = { shutdownMs: 20 };
const AVAILABLE_ELSEWHERE = expect.stringMatching(/shutting down|Another process may resume it/);

/** A model that asks for a refund, and then never answers. */
const hanging = () => {
  const asked = deferred();
  const never: ScriptedAnswer = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  return { script: [refund, never], reached: asked.promise };
};

describe.each(platforms)('on $name, the reader of a resumed turn that its process leaves to others', (platform) => {
  it('can send its request again, with AG-UI', async () => {
    const { script, reached } = hanging();
    const served = await serveAgent(platform, { approval });
    served.script.push(...script);
    const page = served.open();
    await page.ask('Refund A-1');
    const read = page.answer({ approved: true });
    await reached;
    await served.app.close();
    await read;
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'unavailable', message: AVAILABLE_ELSEWHERE });
    expect(served.logs.filter((line) => line.includes('failed'))).toEqual([]);
  });

  it.each(stockClients)('can send its request again, with useChat of $name', async ({ ai }) => {
    const { script, reached } = hanging();
    const served = await serveChat(platform, { script, approval });
    const { chat, ended } = openChat(ai, served);
    await chat.sendMessage({ text: 'Refund A-1' });
    await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
    await reached;
    await served.app.close();
    await ended(2);
    expect(chat.error?.message).toEqual(AVAILABLE_ELSEWHERE);
    expect(served.logs.filter((line) => line.includes('failed'))).toEqual([]);
  });
});
