import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LineLogger } from 'toolgate/model';
import type { ApprovalTimes } from '../runs/run-times.js';
import { startCall } from '../transitions/batch.js';
import { cancelRun } from '../transitions/cancel-run.js';
import { claimRun } from '../transitions/claim-run.js';
import { parkRun } from '../transitions/park-run.js';
import { BOB, inputHash, SuspendedRun, TIMES } from '../transitions/suspended-run.fixture.js';
import { UnresumedRuns } from './unresumed-runs.js';

describe('a run that failed before it was claimed', () => {
  beforeEach(() => void vi.spyOn(LineLogger.prototype, 'warn').mockReturnValue(undefined));
  afterEach(() => void vi.restoreAllMocks());

  const start = async () => {
    const run = await SuspendedRun.at({});
    const unresumed = new UnresumedRuns(() => run.store, TIMES as unknown as ApprovalTimes);
    const postpone = async () => {
      const before = await run.look();
      await unresumed.postpone(before.run, new Error('The tool cannot be read.'));
      return { before, after: await run.look() };
    };
    return { run, unresumed, postpone };
  };

  it('is postponed once, however many workers fail at it at the same time', async () => {
    const { run, postpone } = await start();
    await run.decide(BOB);
    const { after } = await postpone();
    expect(after.run).toMatchObject({ failures: 1, retryAt: expect.any(Number) });
    expect((await postpone()).after).toEqual(after);
  });

  it('is left alone while another process resumes it', async () => {
    const { run, postpone } = await start();
    await run.decide(BOB);
    await run.do((draft) => claimRun(draft, 'another', 1000));
    const { before, after } = await postpone();
    expect(after).toEqual(before);
  });

  it('is left alone if it has ended by now', async () => {
    const { run, postpone } = await start();
    await run.do((draft) => cancelRun(draft, 'enough'));
    const { before, after } = await postpone();
    expect(before.run.status).toBe('cancelled');
    expect(after).toEqual(before);
  });

  it('is left to a person if it is parked, also if the outcome of a call is unknown', async () => {
    const { run, postpone } = await start();
    await run.decide(BOB);
    await run.do((draft) => claimRun(draft, 'another', 1000));
    const fence = { worker: 'another', fence: 1 };
    await run.do((draft) => startCall(draft, fence, { index: 0, argsHash: inputHash(), token: 'first' }));
    await run.do((draft) => parkRun(draft, 'The model is away.'));
    const { before, after } = await postpone();
    expect(before.run).toMatchObject({ slots: [{ state: 'unknown' }], parked: {} });
    expect(after).toEqual(before);
    expect(LineLogger.prototype.warn).toHaveBeenCalledWith(expect.not.stringContaining('tried again'));
  });

  it('is skipped for a while if the store cannot write that either', async () => {
    const { run, unresumed } = await start();
    const { run: failed } = await run.look();
    vi.spyOn(run.store, 'change').mockRejectedValue(new Error('The store is away.'));
    expect(unresumed.isSkipped(failed.id)).toBe(false);
    await unresumed.postpone(failed, new Error('The tool cannot be read.'));
    expect(unresumed.isSkipped(failed.id)).toBe(true);
  });
});
