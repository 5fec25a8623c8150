import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { Box, bootWith, refund } from '../approval/notices.fixture.js';

it.each([
  ["'{'", 'is not a JSON object'],
  ["cast(x'7bff7d' as text)", 'is not valid UTF-8'],
])(
  'a notice whose body is damaged (%s) is parked, so that later ones of its run are delivered',
  async (body, problem) => {
    const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
    await migrateToLatest(database);
    const box = new Box('desk');
    const script = [refund, 'Done.'];
    const { app, ask, decide, notices, logs } = await bootWith(new SqlApprovalStore(database), [box], {}, script);
    const { first } = await ask();
    await sql`update toolgate_approval_notices set body = ${sql.raw(body)}`.execute(database);
    await decide(first.id);
    await notices.deliver();

    expect(box.kindsReceived).toEqual(['decided']);
    const line = `error: A notice was parked, because its body ${problem}: place 1 in toolgate_approval_notices. Repair its row and set its state to 'open', or delete it.`;
    expect(logs).toEqual([expect.stringContaining(line)]);
    const { rows } = await sql`select state, error from toolgate_approval_notices order by place`.execute(database);
    expect(rows).toEqual([
      { state: 'parked', error: `its body ${problem}` },
      { state: 'delivered', error: null },
    ]);
    await app.close();
    await database.destroy();
  },
);
