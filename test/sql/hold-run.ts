import { openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';

const [connectionString = '', id = '', idleInTransactionTimeoutMs = ''] = process.argv.slice(2);

const database = await openSqlDatabase({
  postgres: { connectionString, idleInTransactionTimeoutMs: Number(idleInTransactionTimeoutMs) },
});
const store = new SqlApprovalStore(database);

// This process stops itself in the middle of a change. It holds the lock of the run until a signal continues it.
const change = store.change(id, (state) => {
  process.stdout.write('holds\n');
  process.kill(process.pid, 'SIGSTOP');
  const { run } = state!;
  return { run: { ...run, version: run.version + 1, error: 'written late' }, result: 'written' };
});
process.stdout.write(`${await change.catch((error: Error) => error.name)}\n`);
await database.destroy();
