import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';

const [file = ''] = process.argv.slice(2);

const database = await openSqlDatabase({ sqlite: { file } });
await migrateToLatest(database);
const store = new SqlApprovalStore(database);

/** Changes a run again and again, and prints each version that is committed. */
const change = async (): Promise<never> => {
  for (;;) {
    const version = await store.change('r', (state, now) => {
      const next = (state?.run.version ?? 0) + 1;
      return {
        run: {
          schema: 1,
          id: 'r',
          tenant: 'acme',
          client: 'default',
          requester: { id: 'ann', tenant: 'acme' },
          status: 'suspended',
          version: next,
          fence: 0,
          round: 1,
          slots: [],
          hasEffects: false,
          createdAt: now,
          updatedAt: now,
          failures: 0,
        },
        events: [{ run: 'r', tenant: 'acme', at: now, type: 'COUNTED', data: { version: next } }],
        result: next,
      };
    });
    process.stdout.write(`${version}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

process.stdout.write('ready\n');
process.stdin.once('data', () => void change());
