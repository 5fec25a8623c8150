import { beforeEach, describe, expect, it } from 'vitest';
import { RunConflictException } from '../errors/approval.errors.js';
import { cancelRun } from './cancel-run.js';
import { startCall } from './batch.js';
import { claimRun } from './claim-run.js';
import { setRun } from './draft.js';
import { settleUnknown } from './settle-unknown.js';
import { BOB, inputHash, REFUNDED, SuspendedRun } from './suspended-run.fixture.js';

const LEASE = 10;

describe('a call whose outcome is unknown', () => {
  let run: SuspendedRun;

  beforeEach(async () => {
    run = await SuspendedRun.at({});
    await run.decide(BOB);
    await run.do((draft) => claimRun(draft, 'lost', LEASE));
    const wish = { index: 0, argsHash: inputHash(), token: 'a' };
    await run.do((draft) => startCall(draft, { worker: 'lost', fence: 1 }, wish));
    run.now = LEASE;
  });

  it('keeps its run waiting: its tool is asked at once, then a person must report the outcome', async () => {
    expect((await run.look()).run.dueAt).toBe(LEASE);
    await run.do((draft) => setRun(draft, { retryAt: undefined }));
    expect((await run.look()).run.dueAt).toBeUndefined();
    expect(await run.do((draft) => claimRun(draft, 'next', LEASE))).toEqual({ type: 'waiting' });
  });

  it('keeps a canceled run open until the outcome is reported', async () => {
    await run.do((draft) => cancelRun(draft, 'not wanted any more'));
    expect((await run.look()).run).toMatchObject({ status: 'suspended', canceling: { reason: 'not wanted any more' } });
    expect(await run.do((draft) => claimRun(draft, 'next', LEASE))).toEqual({ type: 'waiting' });
    await run.do((draft) => settleUnknown(draft, { index: 0, answer: REFUNDED }));
    expect((await run.look()).run).toMatchObject({ status: 'cancelled', error: 'not wanted any more' });
    expect((await run.look()).run.canceling).toBeUndefined();
    expect(await run.statuses()).toEqual(['SUCCEEDED']);
  });

  it('has the reported result, once', async () => {
    await run.do((draft) => settleUnknown(draft, { index: 0, answer: REFUNDED }));
    expect(await run.statuses()).toEqual(['SUCCEEDED']);
    expect(await run.results()).toEqual(['success']);
    await expect(run.do((draft) => settleUnknown(draft, { index: 0 }))).rejects.toThrow(RunConflictException);
    expect(await run.do((draft) => claimRun(draft, 'next', LEASE))).toMatchObject({ type: 'claimed' });
  });

  it('can be abandoned: the model receives an unknown outcome', async () => {
    await run.do((draft) => settleUnknown(draft, { index: 0 }));
    expect(await run.statuses()).toEqual(['ABANDONED']);
    expect(await run.results()).toEqual(['unknown']);
  });
});
