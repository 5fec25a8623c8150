import { describe, expect, it } from 'vitest';
import { RunLostException } from '../errors/approval.errors.js';
import { askBatchAgain } from './ask-again.js';
import { beginBatch, finishCall, startCall } from './batch.js';
import { claimRun } from './claim-run.js';
import { closeRun, completeRun, failAttempt, saveAnswer, releaseRun } from './finish-run.js';
import type { Draft } from './draft.js';
import { renewLease } from './lease.js';
import { suspendAgain } from './open-run.js';
import { BOB, checkpointAt, inputHash, REFUNDED, SuspendedRun, suspensionOf } from './suspended-run.fixture.js';

const FIRST = { worker: 'first', fence: 1 };
const LEASE = 10;
const ATTEMPT = { error: 'the model was away', deadlineMs: 20 };

const claimedRun = async (): Promise<SuspendedRun> => {
  const run = await SuspendedRun.at({});
  await run.decide(BOB);
  await run.do((draft) => claimRun(draft, 'first', LEASE));
  return run;
};

const startedRun = async (): Promise<SuspendedRun> => {
  const run = await claimedRun();
  await run.do((draft) => startCall(draft, FIRST, { index: 0, argsHash: inputHash(), token: 'a' }));
  return run;
};

describe('a run that a worker resumes', () => {
  it('belongs to no other worker until its lease ends, which can be renewed', async () => {
    const run = await claimedRun();
    run.now = LEASE - 1;
    expect(await run.do((draft) => claimRun(draft, 'second', LEASE))).toEqual({ type: 'busy' });
    await run.do((draft) => renewLease(draft, FIRST, LEASE));
    run.now = 2 * LEASE - 2;
    expect(await run.do((draft) => claimRun(draft, 'second', LEASE))).toEqual({ type: 'busy' });
    run.now++;
    expect(await run.do((draft) => claimRun(draft, 'second', LEASE))).toMatchObject({ type: 'claimed' });
    await expect(run.do((draft) => renewLease(draft, FIRST, LEASE))).rejects.toThrow(RunLostException);
  });

  it('is identified by the fence of each claim, not by the worker alone', async () => {
    const run = await claimedRun();
    run.now = LEASE;
    await run.do((draft) => claimRun(draft, 'first', LEASE));
    await expect(run.do((draft) => renewLease(draft, FIRST, LEASE))).rejects.toThrow(RunLostException);
    await expect(run.do((draft) => completeRun(draft, FIRST, checkpointAt(0)))).rejects.toThrow(RunLostException);
    await run.do((draft) => releaseRun(draft, FIRST));
    expect((await run.look()).run).toMatchObject({ status: 'resuming', lease: { worker: 'first' }, fence: 2 });
  });

  it('completes once, and may repeat that if the reply was lost', async () => {
    const run = await startedRun();
    await run.do((draft) => finishCall(draft, FIRST, 0, REFUNDED));
    await run.do((draft) => completeRun(draft, FIRST, checkpointAt(0)));
    const { version } = (await run.look()).run;
    await run.do((draft) => completeRun(draft, FIRST, checkpointAt(0)));
    expect((await run.look()).run).toMatchObject({ status: 'completed', version });
    expect(await run.do((draft) => claimRun(draft, 'second', LEASE))).toMatchObject({ type: 'ended' });
  });

  it('leaves no call open if it completes without its result', async () => {
    const run = await claimedRun();
    await run.do((draft) => completeRun(draft, FIRST, checkpointAt(0)));
    expect([await run.statuses(), await run.results()]).toEqual([['CANCELLED'], ['denied']]);
    const started = await startedRun();
    await started.do((draft) => completeRun(draft, FIRST, checkpointAt(0)));
    expect([await started.statuses(), await started.results()]).toEqual([['OUTCOME_UNKNOWN'], ['unknown']]);
    await started.do((draft) => finishCall(draft, FIRST, 0, REFUNDED));
    expect(await started.statuses()).toEqual(['SUCCEEDED']);
  });

  it.each([
    ['begins', (draft: Draft) => beginBatch(draft, FIRST, { slots: [], checkpoint: checkpointAt(1) })],
    ['waits at', (draft: Draft) => suspendAgain(draft, FIRST, { suspension: suspensionOf([], 1), expiresInMs: 60 })],
  ])('%s another batch only if the outcome of each call is known', async (_, next) => {
    const run = await startedRun();
    await expect(run.do(next)).rejects.toThrow('whose outcome is unknown');
    expect(await run.statuses()).toEqual(['EXECUTING']);
    const untouched = await claimedRun();
    await untouched.do(next);
    expect(await untouched.statuses()).toEqual(['CANCELLED']);
  });

  it('waits for the present tools of its batch only if the outcome of each call is known', async () => {
    const run = await startedRun();
    const asking = run.do((draft) => askBatchAgain(draft, FIRST, { calls: [], answered: [], expiresInMs: 60 }));
    await expect(asking).rejects.toThrow('whose outcome is unknown');
    expect(await run.statuses()).toEqual(['EXECUTING']);
  });

  it('is retried later, until its deadline', async () => {
    const run = await claimedRun();
    const fail = () => run.do((draft) => failAttempt(draft, { worker: 'first', fence }, { ...ATTEMPT, retryInMs: 8 }));
    let fence = 1;
    expect(await fail()).toBe('again');
    expect(await fail()).toBe('again');
    expect((await run.look()).run).toMatchObject({ status: 'suspended', failures: 1, dueAt: 8 });
    run.now = 13;
    await run.do((draft) => claimRun(draft, 'first', LEASE));
    fence = 2;
    expect(await fail()).toBe('failed');
    expect((await run.look()).run).toMatchObject({ status: 'failed', error: 'the model was away' });
    expect(await run.statuses()).toEqual(['CANCELLED']);
  });

  it('is not parked once it has failed, if its conversation cannot receive the results until its deadline', async () => {
    const run = await startedRun();
    await run.do((draft) => failAttempt(draft, FIRST, ATTEMPT));
    const late = { ...ATTEMPT, retryInMs: 21, onDeadline: 'park' } as const;
    expect(await run.do((draft) => failAttempt(draft, FIRST, late))).toBe('failed');
    const { run: ended } = await run.look();
    expect([ended.status, ended.parked, ended.closing]).toEqual(['failed', undefined, 'the model was away']);
  });

  it('has an event of each call whose outcome stays unknown, also of one that required no approval', async () => {
    const run = await SuspendedRun.at({}, { asks: false });
    await run.decide(BOB);
    await run.do((draft) => claimRun(draft, 'first', LEASE));
    for (const index of [0, 1])
      await run.do((draft) => startCall(draft, FIRST, { index, argsHash: inputHash(), token: `${index}` }));
    await run.do((draft) => failAttempt(draft, FIRST, ATTEMPT));
    expect(await run.results()).toEqual(['unknown', 'unknown']);
    const { id } = (await run.look()).approvals[0]!;
    const lost = (await run.store.events('run')).filter(({ type }) => type === 'OUTCOME_UNKNOWN');
    expect(lost.map(({ approval, data }) => approval ?? data)).toEqual([id, { index: 1 }]);
  });

  it('stays failed, whatever its worker does afterwards', async () => {
    const run = await startedRun();
    await run.do((draft) => failAttempt(draft, FIRST, ATTEMPT));
    const further = [
      () => run.do((draft) => completeRun(draft, FIRST, checkpointAt(0))),
      () => run.do((draft) => saveAnswer(draft, FIRST, checkpointAt(0), {} as never)),
      () => run.do((draft) => beginBatch(draft, FIRST, { slots: [], checkpoint: checkpointAt(1) })),
      () => run.do((draft) => suspendAgain(draft, FIRST, { suspension: suspensionOf([{}], 1), expiresInMs: 60 })),
    ];
    for (const one of further) await expect(one()).rejects.toThrow(RunLostException);
    expect((await run.look()).run.status).toBe('failed');
  });

  it('that failed while a tool was running receives the outcome, and adds it to the conversation', async () => {
    const run = await startedRun();
    await run.do((draft) => failAttempt(draft, FIRST, ATTEMPT));
    expect(await run.statuses()).toEqual(['OUTCOME_UNKNOWN']);
    await run.do((draft) => finishCall(draft, FIRST, 0, REFUNDED));
    expect(await run.statuses()).toEqual(['SUCCEEDED']);
    expect((await run.look()).run.closing).toBe('the model was away');
    await run.do((draft) => closeRun(draft, FIRST));
    await run.do((draft) => closeRun(draft, FIRST));
    const { run: closed } = await run.look();
    expect([closed.closing, closed.lease, closed.dueAt]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['is released', LEASE, (draft: Draft) => releaseRun(draft, FIRST)],
    ['is retried', LEASE, (draft: Draft) => void failAttempt(draft, FIRST, { ...ATTEMPT, retryInMs: 2 })],
    ['is retried later', 13, (draft: Draft) => void failAttempt(draft, FIRST, { ...ATTEMPT, retryInMs: 10 })],
  ])('is reconciled only after its worker could have reported the outcome, if it %s', async (_, at, end) => {
    const run = await startedRun();
    run.now = 3;
    await run.do(end);
    expect((await run.look()).run).toMatchObject({ status: 'suspended', slots: [{ state: 'unknown' }], dueAt: at });
    run.now = 4;
    await run.do((draft) => finishCall(draft, FIRST, 0, REFUNDED));
    expect((await run.look()).run.dueAt).toBeLessThanOrEqual(run.now);
    expect(await run.do((draft) => claimRun(draft, 'second', LEASE))).toMatchObject({ type: 'claimed' });
  });

  it('marks its started calls as unknown if it is released', async () => {
    const run = await startedRun();
    await run.do((draft) => releaseRun(draft, FIRST));
    expect(await run.statuses()).toEqual(['OUTCOME_UNKNOWN']);
    expect(await run.do((draft) => claimRun(draft, 'second', LEASE))).toEqual({ type: 'waiting' });
    await run.do((draft) => releaseRun(draft, FIRST));
  });
});
