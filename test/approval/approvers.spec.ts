import { describe, expect, it } from 'vitest';
import { ChatClient, HumanApprovalStrategy } from 'toolgate';
import type { ApprovalService } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });

const asking = async () => {
  const requirement = { approvers: { roles: ['lead'] } };
  const approval = { strategy: new HumanApprovalStrategy({ requirement }) };
  const booted = await bootDesk(new ScriptedChatModel([callsTools(refund), 'Done.']), { approval });
  const { runId, first } = await waits(booted.app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
  return { ...booted, runId, first };
};

const ENTRIES: readonly [string, (approvals: ApprovalService, ids: Ids, by: never) => Promise<unknown>][] = [
  ['decide', (approvals, { first }, by) => approvals.decide(first.id, yes(first), by)],
  ['cancel', (approvals, { first }, by) => approvals.cancel(first.id, by)],
  ['get', (approvals, { first }, by) => approvals.get(first.id, by)],
  ['list', (approvals, _, by) => approvals.list({}, by)],
  ['runs.list', (approvals, _, by) => approvals.runs.list({}, by)],
  ['runs.get', (approvals, { runId }, by) => approvals.runs.get(runId, by)],
  ['runs.events', (approvals, { runId }, by) => approvals.runs.events(runId, by)],
  ['runs.resume', (approvals, { runId }, by) => approvals.runs.resume(runId, by)],
  ['runs.cancel', (approvals, { runId }, by) => approvals.runs.cancel(runId, by)],
  [
    'runs.reconcile',
    (approvals, { runId }, by) => approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } }, by),
  ],
];

type Ids = Pick<Awaited<ReturnType<typeof asking>>, 'runId' | 'first'>;

const MALFORMED: readonly [unknown, string][] = [
  [null, 'it is not an object'],
  ['lead', 'it is not an object'],
  [['lead'], 'it is not an object'],
  [{ id: '' }, '"id" must be a string that is not empty'],
  [{ id: 7 }, '"id" must be a string that is not empty'],
  [{ id: ['lea'] }, '"id" must be a string that is not empty'],
  [{ id: 'lea', tenant: 7 }, '"tenant" must be a string'],
  [{ id: 'lea', tenant: null }, '"tenant" must be a string'],
  [{ id: 'lea', tenant: ['acme'] }, '"tenant" must be a string'],
  [{ id: 'lea', roles: 'misleading' }, '"roles" must be an array of strings'],
  [{ id: 'lea', roles: null }, '"roles" must be an array of strings'],
  [{ id: 'lea', roles: { includes: () => true } }, '"roles" must be an array of strings'],
  [{ id: 'lea', roles: ['lead', 7] }, '"roles" must be an array of strings'],
  [{ id: 'x'.repeat(1001) }, '"id" must have at most 1000 characters'],
  [{ id: 'lea', tenant: 'x'.repeat(1001) }, '"tenant" must have at most 1000 characters'],
  [
    { id: 'lea', roles: Array.from({ length: 1001 }, () => 'lead') },
    '"roles" must have at most 1000 entries, with 100000 characters together',
  ],
  [{ id: 'lea', roles: ['x'.repeat(100_001)] }, '"roles" must have at most 1000 entries, with 100000 characters'],
  [{ id: 'lea', role: 'lead' }, '"role" is unknown'],
  [{ id: 'lea', administrator: 'false' }, '"administrator" must be a boolean'],
  [{ id: 'lea', administrator: null }, '"administrator" must be a boolean'],
  [{ id: 'lea', tenantId: 'acme' }, '"tenantId" is unknown'],
];

describe('a malformed approver', () => {
  const cases = MALFORMED.map(([by, problem]) => [JSON.stringify(by).slice(0, 60), by, problem] as const);
  it.each(cases)(
    'is refused by every method that takes an approver, and changes nothing: %s',
    async (_, by, problem) => {
      const { app, approvals, store, runId, first } = await asking();
      const before = await store.state(runId);
      for (const [name, enter] of ENTRIES) {
        expect([name, await rejected(enter(approvals, { runId, first }, by as never))]).toEqual([
          name,
          expect.stringContaining(problem),
        ]);
      }
      expect(await store.state(runId)).toEqual(before);
      await app.close();
    },
  );

  it('causes the problem of a malformed decision', async () => {
    const { app, approvals, first } = await asking();
    const by = { id: 'lea', roles: 'misleading' } as never;
    await expect(approvals.decide(first.id, yes(first), by)).rejects.toMatchObject({
      problem: 'bad-decision',
      message: expect.stringMatching(/strings\. Pass \{ id, tenant, roles \} from the authenticated session\.$/),
    });
    await app.close();
  });

  it('does not have a role because its text contains the name of that role', async () => {
    const { app, approvals, first } = await asking();
    const lea = { id: 'lea', roles: ['misleading'] };
    await expect(approvals.decide(first.id, yes(first), lea)).rejects.toMatchObject({ problem: 'not-eligible' });
    expect((await approvals.decide(first.id, yes(first), { ...lea, roles: ['lead'] })).status).toBe('APPROVED');
    await app.close();
  });

  it('is read before a decision starts: later changes to the object have no effect', async () => {
    const { app, approvals, first } = await asking();
    const by = { id: 'lea', roles: ['intern'] };
    const deciding = approvals.decide(first.id, yes(first), by);
    by.roles.push('lead');
    await expect(deciding).rejects.toMatchObject({ problem: 'not-eligible' });
    await app.close();
  });
});

const rejected = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'it was accepted',
    (error: unknown) => String(error),
  );
