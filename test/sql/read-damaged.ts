import { SqlApprovalStore, SqlChatMemoryRepository, openSqlDatabase } from 'toolgate/sql';
import { ScriptedChatModel } from 'toolgate/testing';
import { bootDesk, Desk } from '../approval/approval.fixture.js';

// Starts an application over a damaged file, and prints what it can read.
const [file = '', good = '', damagedEvents = '', damagedApproval = ''] = process.argv.slice(2);

const database = await openSqlDatabase({ sqlite: { file } });
const store = new SqlApprovalStore(database);
const memory = new SqlChatMemoryRepository(database);
const model = new ScriptedChatModel(['Done.']);
const { app, approvals } = await bootDesk(model, { store, client: { tools: [Desk] }, approval: { worker: true } });

const errorOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'none',
    (error: Error) => `${error.name}: ${error.message}`,
  );

const isOver = async (): Promise<boolean> => {
  const { status } = await approvals.runs.get(good);
  return status === 'completed' && (await store.due(500)).runs.length === 0;
};
for (const end = Date.now() + 20_000; Date.now() < end && !(await isOver());) {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

const found = {
  status: (await approvals.runs.get(good)).status,
  counts: await store.counts(),
  runs: (await approvals.runs.list({ limit: 500 })).unreadable,
  approvals: (await approvals.list({ limit: 500 })).unreadable,
  events: await errorOf(approvals.runs.events(damagedEvents)),
  approval: await errorOf(approvals.get(damagedApproval)),
  conversations: await memory.conversations(),
  message: await errorOf(memory.find('damaged')),
  last: await errorOf(memory.find('damaged', { last: 1 })),
  other: (await memory.find('whole')).length,
  forgotten: await memory.deleteUnusedSince(new Date(Date.now() + 60_000)),
};
process.stdout.write(`${JSON.stringify(found)}\n`);
await app.close();
await database.destroy();
