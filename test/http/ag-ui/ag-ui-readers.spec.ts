import { connect, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { callsTools, toolCall } from 'toolgate/testing';
import { until } from '../../approval/waiting.fixture.js';
import type { DoorStory } from '../door.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { serveAgent } from './ag-ui.fixture.js';

type Agent = Awaited<ReturnType<typeof serveAgent>>;

/** A text in parts, which fills every buffer of a connection. */
const LONG = 'x'.repeat(12_000_000);
const PART = 1_000_000;

describe.each(platforms)('a reader of AG-UI that takes nothing, on $name', (platform) => {
  let served: Agent | undefined;
  let reader: Socket | undefined;

  afterEach(async () => {
    reader?.destroy();
    await served?.app.close();
  });

  /** Asks for a text that fills the socket, and returns the socket of the server once it is full. */
  const stall = async (story: DoorStory): Promise<Socket> => {
    served = await serveAgent(platform, { ...story, model: { chunkSize: PART } });
    served.script.push(LONG);
    const server: Server = served.app.getHttpServer();
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
    reader = await post(served.origin);
    const socket = await connected;
    await until(() => socket.writableNeedDrain);
    return socket;
  };

  it('is disconnected', async () => {
    const socket = await stall({ http: { changes: { drainMs: 300, heartbeatMs: 100 } } });
    await until(() => socket.destroyed);
  });

  it('does not keep an application from stopping', async () => {
    const socket = await stall({ application: { forceCloseConnections: false } });
    await served!.app.close();
    expect(socket.destroyed).toBe(true);
  });

  it('is another than one that takes each comment while the model thinks', async () => {
    served = await serveAgent(platform, { http: { changes: { drainMs: 100, heartbeatMs: 300 } } });
    const { script, open } = served;
    script.push(callsTools(toolCall('find', { order: 'A-1' })), 'It is there.');
    Object.assign(served.desk, { find: () => new Promise((resolve) => setTimeout(resolve, 1000, 'Here.')) });
    const page = open();
    await page.ask('Where is A-1?');
    expect(page.texts()).toEqual(['It is there.']);
  });
});

/** Sends a message to the agent, and reads nothing after the beginning of the answer. */
const post = async (origin: string): Promise<Socket> => {
  const { hostname, port } = new URL(origin);
  const body = JSON.stringify({
    threadId: 'thread-1',
    runId: 'run-1',
    messages: [{ id: 'm-1', role: 'user', content: 'Where is A-1?' }],
  });
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.write(
    `POST /agent HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Person ada\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.pause();
  return socket;
};
