import { afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { yes } from './approval.fixture.js';
import { as, bootShop, FINANCE, waitsFor } from './guarded-methods.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-guarded-'));

afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const database = await openSqlDatabase({ sqlite: { file: join(folder, 'calls.sqlite') } });
  await migrateToLatest(database);
  return { database, store: new SqlApprovalStore(database) };
};

describe('a call of a guarded method that waits', () => {
  it('runs in a process that starts after the decision, and never twice', async () => {
    const before = await open();
    const first = await bootShop({ store: before.store });
    const { runId, first: approval } = await waitsFor(as('ada', () => first.refunds.refund('A-1', 80)));
    await first.approvals.decide(approval.id, yes(approval), FINANCE);
    await first.app.close();
    await before.database.destroy();

    const after = await open();
    const second = await bootShop({ store: after.store });
    await Promise.all([1, 2].map(() => second.approvals.runs.resume(runId, FINANCE)));
    expect(await second.gated.outcome(runId, {}, { id: 'ada' })).toEqual({
      runId,
      status: 'completed',
      result: { order: 'A-1', amount: 80 },
    });
    expect([first.refunds.done, second.refunds.done]).toEqual([[], ['refund A-1 80 for ada']]);
    expect(second.refunds.contexts[0]!.transient).toEqual({ token: 'made again' });
    await second.app.close();
    await after.database.destroy();
  });
});
