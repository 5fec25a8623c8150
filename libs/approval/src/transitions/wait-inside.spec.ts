import { describe, expect, it } from 'vitest';
import type { BatchCall } from 'toolgate/tool';
import { RunConflictException, RunLostException } from '../errors/approval.errors.js';
import { answerOuterCall, markAnswered, markInnerCanceled } from './answer-outer-call.js';
import { finishCall, startCall } from './batch.js';
import { cancelRun } from './cancel-run.js';
import { claimRun } from './claim-run.js';
import { type Draft, setRun } from './draft.js';
import { type OpenInner, openRun } from './open-run.js';
import { BOB, inputHash, REFUNDED, SuspendedRun, suspensionOf, TIMES } from './suspended-run.fixture.js';
import { transition } from './transition.js';
import { waitInside } from './wait-inside.js';

const FIRST = { worker: 'first', fence: 1 };
const LEASE = 1000;
const SECOND_ANSWER = { ...REFUNDED, output: { type: 'text', text: 'Again.' } } as const;

/** The calls of the batch; a turn waits inside those with these indexes. */
const batchOf = (calls: number, ...indexes: readonly number[]): readonly BatchCall[] =>
  suspensionOf(Array.from({ length: calls }, () => ({}))).batch.map((call) => {
    if (!indexes.includes(call.index)) return call;
    const { index } = call;
    const opening: OpenInner = {
      id: `inner-${index}`,
      suspension: suspensionOf([{}]),
      requester: { id: 'ann', tenant: 'shop' },
      expiresInMs: TIMES.expiresInMs,
      parent: { run: 'run', index, callId: call.call.toolCallId, tool: 'refund', depth: 1 },
    };
    return { ...call, inner: { runId: opening.id, opening } };
  });

/** A resumed run whose calls are approved; those with these indexes have started. */
const startedRun = async (calls: number, ...indexes: readonly number[]): Promise<SuspendedRun> => {
  const run = await SuspendedRun.at(...Array.from({ length: calls }, () => ({})));
  for (let index = 0; index < calls; index++) await run.decide(BOB, {}, index);
  await run.do((draft) => claimRun(draft, 'first', LEASE));
  for (const index of indexes) {
    await run.do((draft) => startCall(draft, FIRST, { index, argsHash: inputHash(), token: `token-${index}` }));
  }
  return run;
};

const eventsOf = async ({ store }: SuspendedRun, id: string, type: string) =>
  (await store.events(id)).filter((event) => event.type === type);

describe('a run in whose call a turn waits', () => {
  it('is saved with the run inside it, has the later schema, and cannot be claimed', async () => {
    const run = await startedRun(1, 0);
    await run.do((draft) => void waitInside(draft, FIRST, batchOf(1, 0)));
    expect((await run.store.state('inner-0'))?.run).toMatchObject({ schema: 2, status: 'suspended' });
    const { run: outer } = await run.look();
    expect(outer).toMatchObject({ schema: 2, status: 'suspended', slots: [{ state: 'waiting', innerRun: 'inner-0' }] });
    expect([outer.dueAt, outer.settledAt]).toEqual([undefined, undefined]);
    expect(await run.do((draft) => claimRun(draft, 'second', LEASE))).toEqual({ type: 'waiting' });
  });

  it('does not wait while another body runs, because that body would look like one that never started', async () => {
    const run = await startedRun(2, 0, 1);
    const waiting = run.do((draft) => void waitInside(draft, FIRST, batchOf(2, 0)));
    await expect(waiting).rejects.toThrow(RunConflictException);
    expect((await run.look()).run.status).toBe('resuming');
    expect(await run.store.state('inner-0')).toBeUndefined();
  });

  it('does not wait in a process that has lost it, although another one has started the same call', async () => {
    const run = await SuspendedRun.at({ idempotent: true });
    await run.decide(BOB);
    const start = (token: string) => ({ index: 0, argsHash: inputHash(), token });
    await run.do((draft) => claimRun(draft, 'first', LEASE));
    await run.do((draft) => startCall(draft, FIRST, start('one')));
    run.now += LEASE;
    await run.do((draft) => claimRun(draft, 'second', LEASE));
    await run.do((draft) => startCall(draft, { worker: 'second', fence: 2 }, start('two')));
    const waiting = run.do((draft) => void waitInside(draft, FIRST, batchOf(1, 0)));
    await expect(waiting).rejects.toThrow(RunLostException);
    expect((await run.look()).run).toMatchObject({ status: 'resuming', slots: [{ state: 'started' }] });
  });

  it('does not wait inside a call that was not started', async () => {
    const run = await startedRun(2, 0);
    const waiting = run.do((draft) => void waitInside(draft, FIRST, batchOf(2, 0, 1)));
    await expect(waiting).rejects.toThrow(RunLostException);
  });

  it('keeps its other approved calls from lapsing until the turn has ended', async () => {
    const run = await startedRun(2, 0);
    await run.do((draft) => void waitInside(draft, FIRST, batchOf(2, 0)));
    run.now = 2 * TIMES.approvalLapsesInMs;
    expect((await run.statuses())[1]).toBe('APPROVED');
    await run.do((draft) => answerOuterCall(draft, { innerRun: 'inner-0', answer: REFUNDED }));
    run.now += TIMES.approvalLapsesInMs - 1;
    expect((await run.statuses())[1]).toBe('APPROVED');
    run.now += 1;
    expect((await run.statuses())[1]).toBe('LAPSED');
  });

  it('receives the answer of the turn once', async () => {
    const run = await startedRun(1, 0);
    await run.do((draft) => void waitInside(draft, FIRST, batchOf(1, 0)));
    await run.do((draft) => answerOuterCall(draft, { innerRun: 'another', answer: SECOND_ANSWER }));
    await run.do((draft) => answerOuterCall(draft, { innerRun: 'inner-0', answer: REFUNDED }));
    await run.do((draft) => answerOuterCall(draft, { innerRun: 'inner-0', answer: SECOND_ANSWER }));
    const [slot] = (await run.look()).run.slots;
    expect(slot).toMatchObject({ state: 'done', result: { output: REFUNDED.output } });
    expect(await eventsOf(run, 'run', 'INNER_ENDED')).toHaveLength(1);
    expect((await run.do((draft) => claimRun(draft, 'second', LEASE))).type).toBe('claimed');
  });

  it('is due after its cancellation, until that has reached the run inside it', async () => {
    const run = await startedRun(1, 0);
    await run.do((draft) => void waitInside(draft, FIRST, batchOf(1, 0)));
    await run.do((draft) => cancelRun(draft, 'enough'));
    // A worker passes the cancellation on; it does not resume the turn.
    expect((await run.look()).run).toMatchObject({ status: 'suspended', dueAt: 0, dueFor: 'time' });
    await run.do((draft) => markInnerCanceled(draft, 'inner-0'));
    expect((await run.look()).run.dueAt).toBeUndefined();
    await run.do((draft) => markInnerCanceled(draft, 'inner-0'));
    expect(await eventsOf(run, 'run', 'INNER_CANCELED')).toHaveLength(1);
  });

  it('does not note a cancellation that comes after the answer of the turn', async () => {
    const run = await startedRun(2, 0, 1);
    await run.do((draft) => finishCall(draft, FIRST, 1, REFUNDED));
    await run.do((draft) => void waitInside(draft, FIRST, batchOf(2, 0)));
    await run.do((draft) => answerOuterCall(draft, { innerRun: 'inner-0', answer: REFUNDED }));
    const { version } = (await run.look()).run;
    await run.do((draft) => markInnerCanceled(draft, 'inner-0'));
    expect((await run.look()).run.version).toBe(version);
    expect(await eventsOf(run, 'run', 'INNER_CANCELED')).toEqual([]);
  });

  it('leaves the run inside it due after its end, until the call has received the outcome', async () => {
    const run = await startedRun(1, 0);
    await run.do((draft) => void waitInside(draft, FIRST, batchOf(1, 0)));
    const inside = async (act: (draft: Draft) => void) => {
      await run.store.change('inner-0', transition(TIMES, act));
      return (await run.store.state('inner-0'))!.run;
    };
    expect((await inside(markAnswered)).parent?.isAnswered).toBeUndefined();
    await inside((draft) => setRun(draft, { status: 'resuming' }));
    expect((await inside(markAnswered)).parent?.isAnswered).toBeUndefined();
    expect(await inside((draft) => cancelRun(draft, 'enough'))).toMatchObject({ status: 'cancelled', dueAt: 0 });
    expect((await inside(markAnswered)).dueAt).toBeUndefined();
    await inside(markAnswered);
    expect(await eventsOf(run, 'inner-0', 'OUTER_ANSWERED')).toHaveLength(1);
  });

  it('is remembered by its conversation after a cancellation, because the turn may have started tools', async () => {
    const run = new SuspendedRun();
    const suspension = { ...suspensionOf([{}]), batch: batchOf(1, 0) };
    await run.store.change(
      'run',
      openRun({ id: 'run', suspension, requester: { id: 'ann', tenant: 'shop' }, expiresInMs: TIMES.expiresInMs }),
    );
    await run.do((draft) => cancelRun(draft, 'enough'));
    await run.do((draft) => answerOuterCall(draft, { innerRun: 'inner-0', answer: REFUNDED }));
    expect((await run.look()).run).toMatchObject({ status: 'cancelled', closing: 'enough' });
  });
});
