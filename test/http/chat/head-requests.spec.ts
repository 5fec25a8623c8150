import { describe, expect, it } from 'vitest';
import { callsTools, toolCall } from 'toolgate/testing';
import { closedAfterEach } from '../closed-after-each.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { openChat, serveChat } from './chat.fixture.js';
import { stockClients } from './stock-client.fixture.js';

const [, { ai }] = stockClients;

describe.each(platforms)('a chat on $name whose call waits', (platform) => {
  const serve = closedAfterEach(() =>
    serveChat(platform, { script: [callsTools(toolCall('refund', { order: 'A-1', amount: 5 }, 'r'))] }),
  );

  it.each(['stream', 'changes'])('answers a HEAD request to /%s at once, without events', async (path) => {
    const { origin } = await serve();
    await openChat(ai, { origin }).chat.sendMessage({ text: 'Refund A-1' });
    const headers = { authorization: 'Person ada' };
    const response = await fetch(`${origin}/chat/c-1/${path}`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await response.text()).toBe('');
  });
});
