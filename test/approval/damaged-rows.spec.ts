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

const boot = async (script: ConstructorParameters<typeof ScriptedChatModel>[0]) => {
  const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
  await migrateToLatest(database);
  const store = new SqlApprovalStore(database);
  return { database, ...(await bootDesk(new ScriptedChatModel(script), { store, client: { tools: [Desk] } })) };
};

/** A turn of the tenant acme waits, and one of its rows is damaged. */
const start = async (damage: RawBuilder<unknown>) => {
  const refund = toolCall('refund', { order: 'A-1', amount: 70 });
  const { database, app, approvals } = await boot([callsTools(refund), 'Done.']);
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

describe('a damaged row of an external call', () => {
  it('looks like a missing call to another tenant', async () => {
    const { database, approvals, app } = await boot([]);
    const request = { tool: 'pay', arguments: {}, requirement: {}, requestId: 'r-1' };
    const { approval } = await approvals.request({ ...request, requester: { id: 'ada', tenant: 'acme' } });
    await sql`update toolgate_approvals set body = ${DAMAGED}`.execute(database);
    const outcome = { type: 'failed', message: 'no' } as const;
    const refusals = (id: string, tenant: string) =>
      Promise.all([
        rejectionOf(approvals.outcome(id, { tenant })),
        rejectionOf(approvals.claim(id, { argsHash: approval.argsHash, token: 't', tenant })),
        rejectionOf(approvals.finish(id, { token: 't', outcome, tenant })),
      ]);
    const texts = (await refusals(approval.id, 'globex')).map((error) => String(error).replace(approval.id, 'missing'));
    expect(texts).toEqual((await refusals('missing', 'globex')).map(String));
    for (const error of await refusals(approval.id, 'acme')) expect(error).toBeInstanceOf(RunUnreadableException);
    await app.close();
  });
});
