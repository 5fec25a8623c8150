import { beforeEach, describe, expect, it } from '@jest/globals';
import { RunConflictException } from '../approval.errors.js';
import { cancelRun } from './cancel-run.js';
import { startCall } from './batch.js';
import { claimRun } from './claim-run.js';
import { setRun } from './draft.js';
import { settleUnknown } from './settle-unknown.js';
import { BOB, inputHash, REFUNDED, SuspendedRun } from './suspended-run.fixture.js';

const LEASE = 10;

describe('a call of which nobody knows what became', () => {
  let run: SuspendedRun;

  beforeEach(async () => {
    run = await SuspendedRun.at({});
    await run.decide(BOB);
    await run.do((draft) => claimRun(draft, 'lost', LEASE));
    const wish = { index: 0, argsHash: inputHash(), token: 'a' };
    await run.do((draft) => startCall(draft, { worker: 'lost', fence: 1 }, wish));
    run.now = LEASE;
  });

  it('keeps its run waiting: its tool is asked at once, and then it is for somebody to say', async () => {
    expect((await run.look()).run.dueAt).toBe(LEASE);
    await run.do((draft) => setRun(draft, { retryAt: undefined }));
    expect((await run.look()).run.dueAt).toBeUndefined();
    expect(await run.do((draft) => claimRun(draft, 'next', LEASE))).toEqual({ type: 'waiting' });
  });

  it('keeps a run that is canceled from its end, until somebody says', async () => {
    await run.do((draft) => cancelRun(draft, 'not wanted any more'));
    expect((await run.look()).run).toMatchObject({ status: 'suspended', canceling: { reason: 'not wanted any more' } });
    expect(await run.do((draft) => claimRun(draft, 'next', LEASE))).toEqual({ type: 'waiting' });
    await run.do((draft) => settleUnknown(draft, { index: 0, answer: REFUNDED }));
    expect((await run.look()).run).toMatchObject({ status: 'cancelled', error: 'not wanted any more' });
    expect((await run.look()).run.canceling).toBeUndefined();
    expect(await run.statuses()).toEqual(['SUCCEEDED']);
  });

  it('has the result that somebody says, once', async () => {
    await run.do((draft) => settleUnknown(draft, { index: 0, answer: REFUNDED }));
    expect(await run.statuses()).toEqual(['SUCCEEDED']);
    expect(await run.results()).toEqual(['success']);
    await expect(run.do((draft) => settleUnknown(draft, { index: 0 }))).rejects.toThrow(RunConflictException);
    expect(await run.do((draft) => claimRun(draft, 'next', LEASE))).toMatchObject({ type: 'claimed' });
  });

  it('can be given up: the model is told that nobody knows', async () => {
    await run.do((draft) => settleUnknown(draft, { index: 0 }));
    expect(await run.statuses()).toEqual(['ABANDONED']);
    expect(await run.results()).toEqual(['unknown']);
  });
});
