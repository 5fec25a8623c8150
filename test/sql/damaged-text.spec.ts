import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { userMessage } from 'toolgate/model';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore, SqlChatMemoryRepository } from 'toolgate/sql';
import { CROWD, crowd, processOver } from '../approval/due-work.fixture.js';
import { compiledProgram } from '../run/compiled-program.js';

const MINUTE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'toolgate-damaged-'));
const file = join(folder, 'damaged.db');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Text that is not valid UTF-8, and would be JSON without its second byte. */
const DAMAGED = "cast(x'7bff7d' as text)";

const damages: readonly string[] = [
  `toolgate_approval_runs set body = ${DAMAGED} where id = 'crowd-0'`,
  `toolgate_approvals set body = ${DAMAGED} where run = 'crowd-1'`,
  `toolgate_approval_checkpoints set body = ${DAMAGED} where run = 'crowd-2'`,
  `toolgate_approval_events set body = ${DAMAGED} where run = 'crowd-3'`,
  `toolgate_approval_runs set id = ${DAMAGED} where id = 'crowd-4'`,
  `toolgate_approval_runs set due = ${DAMAGED} where id = 'crowd-5'`,
  `toolgate_approvals set run = ${DAMAGED}, body = ${DAMAGED} where run = 'crowd-6'`,
  `toolgate_memory_messages set message = ${DAMAGED} where conversation = 'damaged'`,
  `toolgate_memory_conversations set id = ${DAMAGED} where id = 'renamed'`,
];

/** The copies that are not set aside before a process starts. It resumes the first one, and sets the others aside. */
const CANDIDATES = 7;

/** Creates a run that can be resumed, copies of it, and conversations, and damages all but the first. */
const leaveDamage = async () => {
  const database = await openSqlDatabase({ sqlite: { file } });
  await migrateToLatest(database);
  const store = new SqlApprovalStore(database);
  const { app, ask, approve, approvals } = await processOver(store, { worker: false });
  const runId = await ask();
  await approve(runId);
  const ids = await crowd(store, runId, (index) => ({ run: { dueFor: index % 2 === 0 ? 'turn' : 'time' } }));
  for (const id of ids.slice(CANDIDATES)) await store.setAside(id, 'it is not needed here');
  await store.change('crowd-3', (state) => {
    const { run } = state!;
    const event = { run: run.id, tenant: run.tenant, at: 0, type: 'LEFT' };
    return { run: { ...run, dueAt: undefined, version: 9 }, events: [event], result: undefined };
  });
  const [approval] = (await approvals.list({ runId: 'crowd-6' })).items;
  const memory = new SqlChatMemoryRepository(database);
  for (const id of ['damaged', 'renamed', 'whole']) await memory.append(id, '1', [userMessage('Hello')]);
  await app.close();
  for (const damage of damages) await sql`${sql.raw(`update ${damage}`)}`.execute(database);
  await database.destroy();
  return { runId, approval: approval!.id };
};

/** How a process ended, what it printed, and the errors that it logged. */
interface Ended {
  readonly end: unknown;
  readonly printed: string;
  readonly logged: string;
}

/** Starts a process over the file. */
const start = async (...args: readonly string[]): Promise<Ended> => {
  const program = await compiledProgram('test/sql/read-damaged');
  const child = spawn(process.execPath, [program, file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, logged] = ['', ''];
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (logged += String(chunk)));
  return new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ end: signal ?? code, printed, logged })),
  );
};

describe('text in a SQLite file that is not valid UTF-8', () => {
  let left: Awaited<ReturnType<typeof leaveDamage>>;
  beforeAll(async () => void (left = await leaveDamage()), MINUTE);

  it(
    'ends no process: its runs are set aside at each start, and the others are resumed',
    async () => {
      for (const conversations of [['damaged', 'whole', '{\ufffd}'], ['{\ufffd}']]) {
        const { end, printed, logged } = await start(left.runId, 'crowd-3', left.approval);
        expect(end, logged).toBe(0);
        const found = JSON.parse(printed) as Record<string, unknown>;
        expect(found).toMatchObject({
          status: 'completed',
          counts: { setAside: CROWD - CANDIDATES + 6 },
          runs: ['crowd-0'],
          events: expect.stringMatching(/^RunUnreadableException: The run crowd-3 .*an event of it is not valid UTF-8/),
          approval: expect.stringMatching(/^RunUnreadableException: .*its approval \S+ is not valid UTF-8/),
          conversations,
        });
        expect(found['approvals']).toHaveLength(2);
        // The second process finds what the first has not deleted.
        const isFirst = conversations.length > 1;
        expect(logged.match(/A run was set aside/g) ?? []).toHaveLength(isFirst ? 6 : 0);
        const message = expect.stringMatching(/^SqlException: Message 0 of conversation "damaged" cannot be read/);
        expect(found).toMatchObject({
          message: isFirst ? message : 'none',
          last: isFirst ? message : 'none',
          other: isFirst ? 1 : 0,
          forgotten: isFirst ? 2 : 0,
        });
      }
    },
    MINUTE,
  );
});
