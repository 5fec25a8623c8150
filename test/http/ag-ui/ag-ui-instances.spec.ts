import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { type PostgresServer, startPostgres } from '../../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { yes } from '../../approval/approval.fixture.js';
import type { TurnJob } from '../../live/process/run-turn.js';
import { turnProcesses } from '../../live/turn-process.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { serveAgent, SharedController } from './ag-ui.fixture.js';

const TEXT = 'The order is on its way to you.';
const BEGUN = TEXT.slice(0, 12);
const ASKED = ['user: Refund A-1', 'call: refund {"order":"A-1","amount":5}', 'tool: Refunded 5 for A-1'];
const LOST = 'The process that wrote this call was lost before the call ran. Another process continued the turn.';
const leaseMs = 1000;
/** The lease of an instance that is not killed. On a busy machine, one of a second could expire. */
const SURVIVING_MS = 15_000;

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

describe('the stock client of AG-UI on an instance that does not run the turn', () => {
  const serve = async (answer: ScriptedAnswer, { worker = false, of }: { worker?: boolean; of?: string } = {}) => {
    const connectionString = of ?? (await server.makeDatabase());
    const sql = SqlModule.forRoot({
      postgres: { connectionString, maxConnections: 4 },
      liveTurns: { leaseMs: SURVIVING_MS },
    });
    const imports = [sql, PostgresModule.forRoot()];
    const served = await serveAgent(platforms[0]!, {
      imports,
      // The processes have the tools of the desk only.
      controllers: [SharedController],
      memory: true,
      approval: { store: undefined, leaseMs: SURVIVING_MS, worker },
    });
    started.push(served.app);
    served.script.push(answer);
    return { ...served, connectionString, open: () => served.open('ada', 'thread-1', 'shared') };
  };

  /** A page whose refund was approved, and the process that resumes its turn and is about to be killed. */
  const resumeElsewhere = async (job: Pick<TurnJob, 'parts' | 'answer'>) => {
    const served = await serve(callsTools(toolCall('refund', { order: 'A-1', amount: 5 }, 'r')));
    // The instance of a reader resumes the turn too, if it is the first to see that the lease has expired.
    served.script.push(TEXT);
    const { connectionString, approvals, open } = served;
    const page = open();
    await page.ask('Refund A-1');
    const killed = await processes.start({ connectionString, starts: false, leaseMs, memory: true, ...job });
    const [waiting] = (await approvals.list({ status: 'PENDING' }, { tenant: 'acme' })).items;
    await approvals.decide(waiting!.id, yes(waiting!), { id: 'grace', tenant: 'acme' });
    await vi.waitFor(() => expect(killed.reports).toContain('refunded'), 5000);
    const bodies = () => [...killed.reports.filter((report) => report === 'refunded'), ...served.desk.done];
    return { ...served, page, killed, bodies, runId: waiting!.runId };
  };

  it('reads the turn, and learns that its process was killed', async () => {
    const { connectionString, open } = await serve('Hello.');
    const killed = await processes.start({
      connectionString,
      starts: true,
      parts: 3,
      answer: TEXT,
      leaseMs,
      tenant: 'acme',
      conversation: 'thread-1',
    });
    const page = open();
    let read = Promise.resolve<readonly string[]>([]);
    await vi.waitFor(async () => {
      read = page.run();
      await vi.waitFor(() => expect(page.texts()).toEqual([BEGUN]), 300);
    }, 5000);
    await killed.kill();
    await read;
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR' });
    await page.ask('Hello?');
    expect(page.texts()).toEqual([BEGUN, 'Hello.']);
  });

  it('receives the whole answer if a third instance resumes the turn of a killed one', async () => {
    const { page, killed, bodies, connectionString } = await resumeElsewhere({ parts: 3, answer: TEXT });
    const read = page.answer({});
    await vi.waitFor(() => expect(page.texts()).toEqual([BEGUN]), 5000);
    await killed.kill();
    const third = await serve(TEXT, { worker: true, of: connectionString });
    await read;
    // The protocol takes nothing back, so what the killed process had written stays before the answer.
    expect(page.story()).toEqual([...ASKED, `assistant: ${BEGUN}`, `assistant: ${TEXT}`]);
    expect(page.end()).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } });
    expect([...bodies(), ...third.desk.done]).toEqual(['refunded']);
  });

  it('keeps the text of the killed instance apart from another answer, even if it was not connected in between', async () => {
    const { page, killed, connectionString, approvals, runId } = await resumeElsewhere({ parts: 3, answer: TEXT });
    const read = page.answer({});
    await vi.waitFor(() => expect(page.texts()).toEqual([BEGUN]), 5000);
    page.agent.abortRun();
    await read;
    await killed.kill();
    await serve('I have refunded the order.', { worker: true, of: connectionString });
    const status = async () => (await approvals.runs.get(runId, { tenant: 'acme' })).status;
    await vi.waitFor(async () => expect(await status()).toBe('completed'), 10_000);
    await page.answer({});
    expect(page.story()).toEqual([...ASKED, `assistant: ${BEGUN}`, 'assistant: I have refunded the order.']);
  });

  it.each([true, false])('leaves no call of the killed instance without a result (connected: %s)', async (stays) => {
    const answer = callsTools(toolCall('find', { order: 'A-1' }, 'f')) as TurnJob['answer'];
    const { page, killed, connectionString } = await resumeElsewhere({ parts: 5, answer });
    const read = page.answer({});
    const call = 'call: find {"order":"A-1"}';
    await vi.waitFor(() => expect(page.story()).toContain(call), 5000);
    if (!stays) {
      page.agent.abortRun();
      await read;
    }
    await killed.kill();
    await serve(TEXT, { worker: true, of: connectionString });
    await (stays ? read : page.answer({}));
    const results = page.results();
    expect(Object.values(results)).toEqual(['Refunded 5 for A-1', LOST]);
    expect(page.story()).toEqual(expect.arrayContaining([...ASKED, call, `assistant: ${TEXT}`]));
  });
});
