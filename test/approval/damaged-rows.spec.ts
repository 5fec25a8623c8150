import { describe, expect, it } from 'vitest';
import { type RawBuilder, sql } from 'kysely';
import { ANY_TENANT, type Approver, ChatClient } from 'toolgate';
import { type ApprovalService, RunUnreadableException } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const DAMAGED = '{"secret": ';

const damages: readonly (readonly [string, RawBuilder<unknown>])[] = [
  ['run', sql`update toolgate_approval_runs set body = ${DAMAGED}`],
  ['approval', sql`update toolgate_approvals set body = ${DAMAGED}`],
  ['tenant', sql`update toolgate_approvals set body = ${DAMAGED}, tenant = cast(x'ff' as text)`],
];

/** A turn of the tenant acme waits, and one of its rows is damaged. */
const start = async (damage: RawBuilder<unknown>) => {
  const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
  await migrateToLatest(database);
  const store = new SqlApprovalStore(database);
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 })), 'Done.']);
  const { app, approvals } = await bootDesk(model, { store, client: { tools: [Desk] } });
  const prompt = app.get(ChatClient).prompt('Refund A-1').toolContext({ tenant: 'acme' });
  const { runId, first } = await waits(prompt.call());
  await damage.execute(database);
  return { app, approvals, runId, first };
};

/** Every method that names one record. */
const doors = (approvals: ApprovalService, approval: { id: string; revision: number; argsHash: string }, run: string) =>
  ({
    get: (by: Approver) => approvals.get(approval.id, by),
    history: (by: Approver) => approvals.history(approval.id, by),
    decide: (by: Approver) => approvals.decide(approval.id, yes(approval), by),
    cancel: (by: Approver) => approvals.cancel(approval.id, by),
    'runs.get': (by: Approver) => approvals.runs.get(run, by),
    'runs.events': (by: Approver) => approvals.runs.events(run, by),
    'runs.resume': (by: Approver) => approvals.runs.resume(run, by),
    'runs.reconcile': (by: Approver) => approvals.runs.reconcile(run, undefined, by),
    'runs.cancel': (by: Approver) => approvals.runs.cancel(run, by),
    'runs.restore': (by: Approver) => approvals.runs.restore(run, by),
  }) as const;

describe.each(damages)('a damaged row: %s', (what, damage) => {
  it('looks like a missing record to an approver of another tenant', async () => {
    const { app, approvals, runId, first } = await start(damage);
    const there = doors(approvals, first, runId);
    const nowhere = doors(approvals, { ...first, id: 'missing' }, 'missing');
    for (const by of [{ id: 'grace' }, { id: 'grace', tenant: 'globex' }]) {
      for (const name of Object.keys(there) as (keyof typeof there)[]) {
        // The row of the run itself may be intact; then it is invisible.
        const [refused, unknown] = [await rejectionOf(there[name](by)), await rejectionOf(nowhere[name](by))];
        const said = String(refused).replaceAll(first.id, 'missing').replaceAll(runId, 'missing');
        expect([name, said]).toEqual([name, String(unknown)]);
      }
    }
    await app.close();
  });

  it('is reported as damaged to approvers who may see it, without its contents in the message', async () => {
    const { app, approvals, runId, first } = await start(damage);
    const own: Approver = { id: 'grace', tenant: what === 'tenant' ? ANY_TENANT : 'acme' };
    for (const by of [own, undefined]) {
      const reading = what === 'run' ? approvals.runs.get(runId, by) : approvals.get(first.id, by);
      const error = await rejectionOf(reading);
      expect(error).toBeInstanceOf(RunUnreadableException);
      expect(String(error)).toContain(`The run ${runId} cannot be read`);
      expect(String(error)).not.toContain('secret');
    }
    await app.close();
  });
});
