import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';
import { callsTools, toolCall } from 'toolgate/testing';
import { type PostgresServer, startPostgres } from '../../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { yes } from '../../approval/approval.fixture.js';
import { turnProcesses } from '../../live/turn-process.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { type ChatStory, openChat, serveChat, shown } from './chat.fixture.js';
import { stockClients } from './stock-client.fixture.js';

const TEXT = 'The order is on its way to you.';
const QUESTION = { id: 'm-1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Where is A-1?' }] };
const leaseMs = 1000;
/** The lease of an instance that is not killed. On a busy machine, one of a second could expire. */
const SURVIVING_MS = 15_000;

// The other client reads live turns in live.spec.ts, and what it receives does not depend on the instance.
const clients = inject('isThorough') ? stockClients : stockClients.slice(-1);

let server: PostgresServer;
let processes: Awaited<ReturnType<typeof turnProcesses>>;
const started: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startPostgres();
  processes = await turnProcesses();
}, 60_000);

afterEach(async () => {
  for (const app of started.splice(0).toReversed()) await app.close();
});

afterAll(async () => {
  await processes?.close();
  await server?.stop();
}, 30_000);

describe.each(clients)('the client of $name on an instance that does not run the turn', ({ ai }) => {
  const serve = async (script: ChatStory['script'], { worker = false, of }: { worker?: boolean; of?: string } = {}) => {
    const connectionString = of ?? (await server.makeDatabase());
    const sql = SqlModule.forRoot({
      postgres: { connectionString, maxConnections: 4 },
      liveTurns: { leaseMs: SURVIVING_MS },
    });
    const imports = [sql, PostgresModule.forRoot()];
    const approval = { store: undefined, leaseMs: SURVIVING_MS, worker };
    const served = await serveChat(platforms[0]!, { script, imports, approval });
    started.push(served.app);
    return { ...served, connectionString };
  };

  it('reads the turn, and learns that its process was killed', async () => {
    const served = await serve(['Hello.']);
    const killed = await processes.start({
      connectionString: served.connectionString,
      starts: true,
      parts: 3,
      answer: TEXT,
      leaseMs,
      tenant: 'acme',
      conversation: 'ada/c-1',
    });
    const { chat } = openChat(ai, { ...served, init: { messages: [QUESTION] } });
    await vi.waitFor(async () => {
      void chat.resumeStream();
      await vi.waitFor(() => expect(shown(chat)).toEqual([TEXT.slice(0, 12)]), 300);
    }, 5000);
    expect(chat.messages.at(-1)?.id).toBe(killed.runId);
    await killed.kill();
    await vi.waitFor(() => expect(chat.status).toBe('error'), 10_000);
    await chat.sendMessage({ text: 'Hello?' });
    expect(shown(chat)).toEqual(['Hello.']);
  });

  // The instance of a reader resumes the turn too, if it is the first to see that the lease has expired.
  it.each([
    ['its own instance', false],
    ['its own or a third instance', true],
  ])('receives the whole answer, in the same message, if %s resumes the turn of a killed one', async (_, hasThird) => {
    const served = await serve([callsTools(toolCall('refund', { order: 'A-1', amount: 5 }, 'r')), TEXT]);
    const { connectionString, approvals, desk } = served;
    const before = openChat(ai, served).chat;
    await before.sendMessage({ text: 'Refund A-1' });
    const job = { connectionString, starts: false, parts: 3, answer: TEXT, leaseMs, memory: true };
    const killed = await processes.start(job);
    const [waiting] = (await approvals.list({ status: 'PENDING' }, { tenant: 'acme' })).items;
    await approvals.decide(waiting!.id, yes(waiting!), { id: 'grace', tenant: 'acme' });
    await vi.waitFor(() => expect(killed.reports).toContain('refunded'), 5000);
    const { chat } = openChat(ai, { ...served, init: { messages: before.messages.slice(0, 1) } });
    const read = chat.resumeStream();
    await vi.waitFor(() => expect(shown(chat).at(-1)).toBe(TEXT.slice(0, 12)), 5000);
    await killed.kill();
    const third = hasThird ? await serve([TEXT], { worker: true, of: connectionString }) : undefined;
    await read;
    // The protocol takes nothing back, so what the killed process had written stays before the answer.
    expect(shown(chat)).toEqual([['output-available', 'Refunded 5 for A-1'], TEXT.slice(0, 12), TEXT]);
    expect([...desk.done, ...(third?.desk.done ?? [])]).toEqual([]);
    expect(chat.messages.at(-1)?.id).toBe(waiting!.runId);
    expect(chat.status).toBe('ready');
  });
});
