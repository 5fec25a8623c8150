import { describe, expect, it } from 'vitest';
import { RunLostException } from '../errors/approval.errors.js';
import { finishCall, revokeCalls, startCall } from './batch.js';
import { claimRun } from './claim-run.js';
import { setSlot } from './draft.js';
import { endRun } from './end-run.js';
import { BOB, inputHash, REFUNDED, SuspendedRun, TIMES, type WaitingCall } from './suspended-run.fixture.js';

const FIRST = { worker: 'first', fence: 1 };
const SECOND = { worker: 'second', fence: 2 };
const LEASE = 10;

const start = (token: string, index = 0, argsHash = inputHash()) => ({ index, argsHash, token });

const approvedRun = async (...calls: readonly WaitingCall[]): Promise<SuspendedRun> => {
  const run = await SuspendedRun.at(...calls);
  for (const [index, { asks }] of calls.entries()) if (asks !== false) await run.decide(BOB, {}, index);
  await run.do((draft) => claimRun(draft, 'first', LEASE));
  return run;
};

describe('a call of a resumed run', () => {
  it('starts once', async () => {
    const run = await approvedRun({});
    expect(await run.do((draft) => startCall(draft, FIRST, start('a')))).toEqual({ type: 'started', attempt: 1 });
    await expect(run.do((draft) => startCall(draft, FIRST, start('b')))).rejects.toThrow(RunLostException);
    expect(await run.statuses()).toEqual(['EXECUTING']);
  });

  it('may repeat its start if the reply was lost', async () => {
    const run = await approvedRun({});
    await run.do((draft) => startCall(draft, FIRST, start('a')));
    expect(await run.do((draft) => startCall(draft, FIRST, start('a')))).toEqual({ type: 'started', attempt: 1 });
  });

  it('never starts if its approval is missing', async () => {
    const run = await approvedRun({});
    const starting = run.do((draft) => {
      draft.approvals.clear();
      return startCall(draft, FIRST, start('a'));
    });
    await expect(starting).rejects.toThrow('whose approval is missing');
  });

  it('never starts with arguments other than the approved ones', async () => {
    const run = await approvedRun({});
    const other = start('a', 0, inputHash({ amount: 8000 }));
    await expect(run.do((draft) => startCall(draft, FIRST, other))).rejects.toThrow(RunLostException);
    // Not even if the run contains them: no person approved them.
    const changed = run.do((draft) => {
      setSlot(draft, 0, { argsHash: other.argsHash });
      return startCall(draft, FIRST, other);
    });
    await expect(changed).rejects.toThrow(RunLostException);
    expect(await run.statuses()).toEqual(['APPROVED']);
  });

  it('that no person decides never starts with arguments other than the decided ones', async () => {
    const run = await approvedRun({}, { asks: false });
    const other = start('a', 1, inputHash({ amount: 8000 }));
    await expect(run.do((draft) => startCall(draft, FIRST, other))).rejects.toThrow(RunLostException);
    expect((await run.look()).run.slots[1]).toMatchObject({ state: 'ready', attempt: 0 });
  });

  it('does not start after its approval has lapsed', async () => {
    const run = await SuspendedRun.at({});
    await run.decide(BOB);
    await run.do((draft) => claimRun(draft, 'first', TIMES.approvalLapsesInMs + 1));
    run.now = TIMES.approvalLapsesInMs;
    const refused = await run.do((draft) => startCall(draft, FIRST, start('a')));
    expect(refused).toMatchObject({ type: 'refused', result: { outcome: { type: 'denied', decision: 'lapse' } } });
  });

  it('does not start for a worker that has lost the run', async () => {
    const run = await approvedRun({});
    run.now = LEASE;
    await expect(run.do((draft) => startCall(draft, FIRST, start('a')))).rejects.toThrow(RunLostException);
    await run.do((draft) => claimRun(draft, 'second', LEASE));
    await expect(run.do((draft) => startCall(draft, FIRST, start('a')))).rejects.toThrow(RunLostException);
    await run.do((draft) => startCall(draft, SECOND, start('a')));
  });

  it('accepts its result from the worker that ran it, until another worker has claimed the run', async () => {
    const run = await approvedRun({}, { idempotent: true });
    await run.do((draft) => startCall(draft, FIRST, start('a', 0)));
    await run.do((draft) => startCall(draft, FIRST, start('b', 1)));
    run.now = LEASE;
    expect(await run.statuses()).toEqual(['OUTCOME_UNKNOWN', 'EXECUTING']);
    expect((await run.do((draft) => claimRun(draft, 'second', LEASE))).type).toBe('waiting');
    await run.do((draft) => finishCall(draft, FIRST, 0, REFUNDED));
    expect(await run.statuses()).toEqual(['SUCCEEDED', 'EXECUTING']);
    expect((await run.do((draft) => claimRun(draft, 'second', LEASE))).type).toBe('claimed');
    await expect(run.do((draft) => finishCall(draft, FIRST, 1, REFUNDED))).rejects.toThrow(RunLostException);
  });

  it('that is idempotent starts again with its key, and the attempts are counted', async () => {
    const run = await approvedRun({ idempotent: true });
    await run.do((draft) => startCall(draft, FIRST, start('a')));
    const { idempotencyKey } = (await run.look()).run.slots[0]!;
    run.now = LEASE;
    await run.do((draft) => claimRun(draft, 'second', LEASE));
    expect(await run.do((draft) => startCall(draft, SECOND, start('b')))).toEqual({ type: 'started', attempt: 2 });
    expect((await run.look()).run.slots[0]).toMatchObject({ idempotencyKey });
  });

  const revoked = (index: number) =>
    ({
      index,
      result: {
        type: 'tool-result',
        toolCallId: `call-${index}`,
        toolName: 'refund',
        output: { type: 'text', text: 'No.' },
        outcome: { type: 'denied', decision: 'reject', reason: 'the policy has changed' },
      },
    }) as const;

  it('is revoked if a strategy no longer allows it', async () => {
    const run = await approvedRun({});
    await run.do((draft) => revokeCalls(draft, FIRST, [revoked(0)]));
    expect(await run.statuses()).toEqual(['REVOKED']);
    expect(await run.do((draft) => startCall(draft, FIRST, start('a')))).toMatchObject({ type: 'refused' });
  });

  it('is never reported as not run after its body has started', async () => {
    const revokedRun = await approvedRun({ idempotent: true });
    const cancelledRun = await approvedRun({ idempotent: true });
    for (const run of [revokedRun, cancelledRun]) {
      await run.do((draft) => startCall(draft, FIRST, start('a')));
      run.now = LEASE;
      await run.do((draft) => claimRun(draft, 'second', LEASE));
    }
    await revokedRun.do((draft) => revokeCalls(draft, SECOND, [revoked(0)]));
    await cancelledRun.do((draft) => endRun(draft, 'cancelled', 'not wanted any more'));
    for (const run of [revokedRun, cancelledRun]) {
      expect(await run.results()).toEqual(['unknown']);
      expect(await run.statuses()).toEqual(['OUTCOME_UNKNOWN']);
    }
  });
});
