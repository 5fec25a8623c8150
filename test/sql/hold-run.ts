import { openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';

const [connectionString = '', id = '', idleInTransactionTimeoutMs = ''] = process.argv.slice(2);

const database = await openSqlDatabase({
  postgres: { connectionString, idleInTransactionTimeoutMs: Number(idleInTransactionTimeoutMs) },
});
const store = new SqlApprovalStore(database);

/** Stops in the middle of a change, which holds the lock of its run until a signal continues the process. */
const change = store.change(id, (state) => {
  process.stdout.write('holds\n');
  process.kill(process.pid, 'SIGSTOP');
  const { run } = state!;
  return { run: { ...run, version: run.version + 1, error: 'written late' }, result: 'written' };
});
process.stdout.write(`${await change.catch((error: Error) => error.name)}\n`);
await database.destroy();
