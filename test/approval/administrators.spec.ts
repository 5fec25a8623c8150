import { expect, it, describe } from 'vitest';
import { ChatClient, HumanApprovalStrategy } from 'toolgate';
import { type ApprovalService, type Approver, InMemoryApprovalStore, RunOperationException } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const requirement = { approvers: { roles: ['lead'] } };

const ADA = { id: 'ada', administrator: false };
const LEA = { id: 'lea', roles: ['lead'], administrator: false };
const DAN = { id: 'dan', roles: ['clerk'], administrator: false };
/** A person of another tenant, with the id of the requester. */
const ADA_OF_GLOBEX = { ...ADA, tenant: 'globex' };

const start = async (open: OpenStore) => {
  const approval = { strategy: new HumanApprovalStrategy({ requirement }) };
  const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
  const booted = await bootDesk(model, { store: await open(), approval });
  const { runId, first } = await waits(booted.app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
  return { ...booted, runId, first };
};

type Ids = { readonly runId: string; readonly first: { readonly id: string } };
type Operation = (approvals: ApprovalService, ids: Ids, by: Approver) => Promise<unknown>;

const reconcile: Operation = ({ runs }, { runId }, by) =>
  runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } }, by);

const OPERATIONS: readonly [string, Operation, readonly string[]][] = [
  ['cancel', (approvals, { first }, by) => approvals.cancel(first.id, by), ['ada']],
  ['runs.cancel', ({ runs }, { runId }, by) => runs.cancel(runId, by), ['ada']],
  ['runs.resume', ({ runs }, { runId }, by) => runs.resume(runId, by), ['ada', 'lea']],
  ['runs.reconcile', reconcile, []],
  ['runs.restore', ({ runs }, { runId }, by) => runs.restore(runId, by), []],
];

const DONE: Readonly<Record<string, string>> = {
  cancel: 'canceled',
  'runs.cancel': 'canceled',
  'runs.resume': 'resumed',
  'runs.reconcile': 'reconciled',
  'runs.restore': 'restored',
};

onEveryStore('a person who is not an administrator', (open) => {
  it.each(OPERATIONS)(
    'may use this only as the requester, or as an eligible approver that resumes: %s',
    async (name, enter, allowed) => {
      for (const by of [DAN, LEA, ADA]) {
        const { app, approvals, store, runId, first } = await start(open);
        const before = await store.state(runId);
        const error = await enter(approvals, { runId, first }, by).then(
          () => undefined,
          (thrown: unknown) => thrown as Error & { problem?: string },
        );
        if (allowed.includes(by.id)) expect([by.id, error]).toEqual([by.id, undefined]);
        else {
          expect([by.id, error?.problem]).toEqual([by.id, 'not-eligible']);
          expect(error?.message).toContain(`may not be ${DONE[name]} by "${by.id}": only`);
          expect(error instanceof RunOperationException).toBe(name.startsWith('runs.'));
          expect(await store.state(runId)).toEqual(before);
        }
        await app.close();
      }
    },
  );

  it('of another tenant receives the error of a missing record, even with the id of the requester', async () => {
    const { app, approvals, runId, first } = await start(open);
    for (const [, enter] of OPERATIONS) {
      const hidden = await rejectionOf(enter(approvals, { runId, first }, ADA_OF_GLOBEX));
      const missing = await rejectionOf(enter(approvals, { runId: 'none', first: { id: 'none' } }, ADA_OF_GLOBEX));
      expect(String(hidden).replaceAll(runId, 'none').replaceAll(first.id, 'none')).toBe(String(missing));
    }
    await app.close();
  });

  it('still decides by the requirement', async () => {
    const { app, approvals, first } = await start(open);
    await expect(approvals.decide(first.id, yes(first), DAN)).rejects.toMatchObject({ problem: 'not-eligible' });
    expect((await approvals.decide(first.id, yes(first), LEA)).status).toBe('APPROVED');
    await app.close();
  });
});

describe('an administrator', () => {
  it.each([{ administrator: true }, {}])('may cancel, resume and reconcile: %j', async (rights) => {
    const root = { id: 'root', ...rights };
    for (const [name, enter] of OPERATIONS.filter((operation) => operation[1] !== reconcile)) {
      const { app, approvals, runId, first } = await start(async () => new InMemoryApprovalStore());
      await expect([name, await enter(approvals, { runId, first }, root)]).toMatchObject([name, {}]);
      await app.close();
    }
    const { app, approvals, runId, first } = await start(async () => new InMemoryApprovalStore());
    await expect(reconcile(approvals, { runId, first }, root)).rejects.toThrow('no call with an unknown outcome');
    await app.close();
  });
});

onEveryStore('a cancellation that names a version', (open) => {
  it('cancels an approval that has this version, and changes nothing if it has another one', async () => {
    const { app, approvals, store, runId, first } = await start(open);
    const { version } = await approvals.get(first.id);
    const before = await store.state(runId);
    for (const other of [version + 1, version - 1, 0]) {
      const refused = approvals.cancel(first.id, ADA, { version: other });
      await expect(refused).rejects.toMatchObject({ problem: 'version-mismatch', approval: { version } });
    }
    expect(await store.state(runId)).toEqual(before);
    expect(await approvals.cancel(first.id, ADA, { version, reason: 'not needed' })).toMatchObject({
      status: 'CANCELLED',
      decisionReason: 'not needed',
    });
    await expect(approvals.cancel(first.id, ADA, { version })).rejects.toMatchObject({ problem: 'version-mismatch' });
    // Without a version a second cancellation changes nothing.
    expect((await approvals.cancel(first.id, ADA, 'twice')).decisionReason).toBe('not needed');
    await app.close();
  });

  it('cancels a run that has this version, and changes nothing if it has another one', async () => {
    const { app, approvals, store, runId } = await start(open);
    const { version } = await approvals.runs.get(runId);
    const before = await store.state(runId);
    for (const other of [version + 1, version - 1, 0]) {
      const error = await rejectionOf(approvals.runs.cancel(runId, ADA, { version: other }));
      expect(error).toBeInstanceOf(RunOperationException);
      expect(error).toMatchObject({ problem: 'version-mismatch', runId });
    }
    expect(await store.state(runId)).toEqual(before);
    expect((await approvals.runs.cancel(runId, ADA, { version, reason: 'not needed' })).status).toBe('cancelled');
    await app.close();
  });

  it.each([
    [{ version: '1' }, 'version is not a whole number'],
    [{ version: 1.5 }, 'version is not a whole number'],
    [{ versoin: 1 }, 'property "versoin" is unknown'],
    [{ reason: 7 }, 'reason is not a string'],
    [7, 'reason is not a string'],
    [null, 'reason is not a string'],
  ])('is refused if it is malformed, and changes nothing: %j', async (options, problem) => {
    const { app, approvals, store, runId, first } = await start(open);
    const before = await store.state(runId);
    const refused = approvals.cancel(first.id, ADA, options as never);
    await expect(refused).rejects.toMatchObject({ problem: 'bad-decision' });
    await expect(refused).rejects.toThrow(problem);
    await expect(approvals.runs.cancel(runId, ADA, options as never)).rejects.toThrow(problem);
    expect(await store.state(runId)).toEqual(before);
    await app.close();
  });
});
