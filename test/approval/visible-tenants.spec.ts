import { describe, expect, it } from 'vitest';
import { ANY_TENANT, ApprovalDecisionException, type Approver, ChatClient } from 'toolgate';
import { type ApprovalService, InMemoryApprovalStore, RequesterResolver } from 'toolgate/approval';
import { approveAll, callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, until, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });

/** One turn of each tenant waits; the one of `unnamed` names no tenant. */
const start = async (open: OpenStore) => {
  const model = new ScriptedChatModel(
    Array.from({ length: 9 }, (_, index) => (index < 3 ? callsTools(refund) : 'Done.')),
  );
  const booted = await bootDesk(model, { store: await open(), client: { tools: [Desk] } });
  const ask = async (tenant?: string) =>
    waits(
      booted.app
        .get(ChatClient)
        .prompt('Refund A-1')
        .toolContext({ ...(tenant !== undefined && { tenant }) })
        .call(),
    );
  const of = { acme: await ask('acme'), globex: await ask('globex'), unnamed: await ask() };
  return { ...booted, of };
};

/** Every method that names one record, and its error for an unknown one. */
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
  }) as const;

const seenBy = async (approvals: ApprovalService, by?: Approver): Promise<readonly string[]> => {
  const [questions, runs] = [await approvals.list({}, by), await approvals.runs.list({}, by)];
  const tenants = questions.items.map(({ tenant }) => tenant).sort();
  expect(runs.items.map(({ tenant }) => tenant).sort()).toEqual(tenants);
  return tenants;
};

onEveryStore('an approver', (open) => {
  it('sees only the records of their own tenant, which is "default" if the approver names none', async () => {
    const { app, approvals, of } = await start(open);
    expect(await seenBy(approvals, { id: 'grace' })).toEqual(['default']);
    expect(await seenBy(approvals, { id: 'grace', tenant: 'default' })).toEqual(['default']);
    expect(await seenBy(approvals, { id: 'grace', tenant: 'acme' })).toEqual(['acme']);
    expect(await seenBy(approvals, { id: 'grace', tenant: ANY_TENANT })).toEqual(['acme', 'default', 'globex']);
    // No approver is passed: the application itself reads.
    expect(await seenBy(approvals)).toEqual(['acme', 'default', 'globex']);

    for (const [by, hidden] of [
      [{ id: 'grace' }, of.acme],
      [{ id: 'grace', tenant: 'acme' }, of.globex],
      [{ id: 'grace', tenant: 'acme' }, of.unnamed],
    ] as const) {
      const missing = { ...hidden.first, id: 'missing' };
      const there = doors(approvals, hidden.first, hidden.runId);
      const nowhere = doors(approvals, missing, 'missing');
      const before = await approvals.runs.events(hidden.runId);
      for (const name of Object.keys(there) as (keyof typeof there)[]) {
        const [refused, unknown] = [await rejectionOf(there[name](by)), await rejectionOf(nowhere[name](by))];
        const said = String(refused).replaceAll(hidden.first.id, 'missing').replaceAll(hidden.runId, 'missing');
        expect([name, said]).toEqual([name, String(unknown)]);
        expect([name, (refused as ApprovalDecisionException).approval]).toEqual([name, undefined]);
      }
      expect(await approvals.runs.events(hidden.runId)).toEqual(before);
    }
    await app.close();
  });

  it('cannot list another tenant, unless ANY_TENANT was passed', async () => {
    const { app, approvals } = await start(open);
    for (const by of [{ id: 'grace' }, { id: 'grace', tenant: 'acme' }] as const) {
      expect((await approvals.list({ tenant: 'globex' }, by)).items).toEqual([]);
      expect((await approvals.runs.list({ tenant: 'globex' }, by)).items).toEqual([]);
    }
    const all: Approver = { id: 'grace', tenant: ANY_TENANT };
    expect((await approvals.list({ tenant: 'globex' }, all)).items.map(({ tenant }) => tenant)).toEqual(['globex']);
    expect((await approvals.runs.list({ tenant: 'acme' }, all)).items.map(({ tenant }) => tenant)).toEqual(['acme']);
    await app.close();
  });

  it('of ANY_TENANT decides, cancels, resumes and reconciles in all of them', async () => {
    const { app, approvals, of, desk } = await start(open);
    const by: Approver = { id: 'grace', tenant: ANY_TENANT };
    expect((await approvals.decide(of.acme.first.id, yes(of.acme.first), by)).status).toBe('APPROVED');
    expect((await approvals.runs.resume(of.acme.runId, by)).status).toBe('completed');
    expect((await approvals.cancel(of.globex.first.id, by)).status).toBe('CANCELLED');
    expect((await approvals.runs.cancel(of.unnamed.runId, by)).status).toBe('cancelled');
    expect(desk.done).toHaveLength(1);
    await app.close();
  });
});

describe('ANY_TENANT', () => {
  it('cannot be sent as JSON: a request body cannot contain it, and a JSON copy of an approver sees only "default"', async () => {
    const { app, approvals } = await start(async () => new InMemoryApprovalStore());
    const copied = JSON.parse(JSON.stringify({ id: 'grace', tenant: ANY_TENANT })) as Approver;
    expect(await seenBy(approvals, copied)).toEqual(['default']);
    for (const tenant of [String(ANY_TENANT), ANY_TENANT.description!, '*', 'ANY_TENANT'])
      expect(await seenBy(approvals, { id: 'grace', tenant })).toEqual([]);
    await app.close();
  });

  it('is rejected as the tenant of a requester or of a query, like any other symbol and an empty string', async () => {
    const { app, approvals } = await start(async () => new InMemoryApprovalStore());
    for (const tenant of [ANY_TENANT, '', 7, null] as never[])
      await expect(approvals.list({ tenant })).rejects.toThrow('"tenant" must be a string that is not empty');
    await expect(approvals.runs.list({ conversation: ['c'] as never })).rejects.toThrow('"conversation" must be');
    for (const tenant of ['', Symbol('any'), Symbol.for('any')] as never[])
      await expect(approvals.list({}, { tenant })).rejects.toThrow('"tenant" must be a string that is not empty');
    await app.close();

    class Everybody extends RequesterResolver {
      identify() {
        return { id: 'ada', tenant: ANY_TENANT as never };
      }

      rehydrate() {
        return { type: 'present' } as const;
      }
    }
    const model = new ScriptedChatModel([callsTools(refund)]);
    const booted = await bootDesk(model, { client: { tools: [Desk] }, approval: { requester: new Everybody() } });
    await expect(booted.app.get(ChatClient).prompt('Refund').call().content()).rejects.toThrow(
      'returned no valid requester',
    );
    await booted.app.close();
  });
});

describe('an invalid requester that the application returns', () => {
  it.each([
    [{ id: undefined }, 'its "id" is undefined'],
    [{ user: 'ada' }, 'it has no "id"'],
    [{ id: '' }, 'its "id" is an empty string'],
    [{ id: 'ada', tenant: 7 }, 'its "tenant" is not a string'],
    [{ id: 'a'.repeat(1001) }, 'its "id" is a string of more than 1000 characters'],
    [{ id: 'ada', tenant: 'a'.repeat(1001) }, 'its "tenant" is a string of more than 1000 characters'],
    [undefined, 'it returned undefined'],
  ])('fails the turn, and the error names the field: %j', async (named, said) => {
    const requester = { identify: () => named, rehydrate: () => ({ type: 'present' }) } as never;
    const model = new ScriptedChatModel([callsTools(refund)]);
    const { app } = await bootDesk(model, { client: { tools: [Desk] }, approval: { requester } });
    await expect(app.get(ChatClient).prompt('Refund').call().content()).rejects.toThrow(
      `RequesterResolver.identify() returned no valid requester: ${said}. Return { id, tenant }`,
    );
    await app.close();
  });
});

describe('a scripted approver', () => {
  it('sees every tenant, unless a person is passed', async () => {
    const { app, approvals, of } = await start(async () => new InMemoryApprovalStore());
    expect(await approveAll(approvals, { id: 'lee', tenant: 'acme' })).toHaveLength(1);
    expect(await approveAll(approvals)).toHaveLength(2);
    await until(async () => (await approvals.get(of.unnamed.first.id)).status === 'APPROVED');
    await app.close();
  });
});
