import { describe, expect, it } from 'vitest';
import { claimRun } from './claim-run.js';
import { setRun } from './draft.js';
import type { SeenRun } from './pass-time.js';
import { BOB, SuspendedRun, TIMES } from './suspended-run.fixture.js';

const { approvalLapsesInMs } = TIMES;

describe('the time of a run', () => {
  it('lets an approval expire, and the turn resume with a denial', async () => {
    const run = await SuspendedRun.at({ asks: { expiresInMs: 10 } });
    run.now = 10;
    expect(await run.statuses()).toEqual(['EXPIRED']);
    await run.do((draft) => claimRun(draft, 'worker', 5));
    expect((await run.look()).run.slots[0]?.result?.outcome).toMatchObject({ type: 'denied', decision: 'expire' });
  });

  it('cancels the run if the requirement says so, and keeps earlier expiries', async () => {
    const run = await SuspendedRun.at(
      { asks: { expiresInMs: 20, onTimeout: 'cancel' } },
      { asks: { expiresInMs: 10 } },
      { asks: { expiresInMs: 30 } },
      {},
    );
    await run.decide(BOB, {}, 3);
    run.now = 40;
    expect(await run.statuses()).toEqual(['EXPIRED', 'EXPIRED', 'CANCELLED', 'CANCELLED']);
    expect(await run.results()).toEqual(['denied', 'denied', 'denied', 'denied']);
    expect((await run.look()).run).toMatchObject({ status: 'cancelled', error: 'an approval was not decided in time' });
  });

  it('lets an unused approval lapse, counted from the last decision of the batch', async () => {
    const run = await SuspendedRun.at({}, {});
    await run.decide(BOB, {}, 0);
    run.now = 50;
    await run.decide(BOB, {}, 1);
    run.now = 50 + approvalLapsesInMs - 1;
    expect(await run.statuses()).toEqual(['APPROVED', 'APPROVED']);
    run.now++;
    expect(await run.statuses()).toEqual(['LAPSED', 'LAPSED']);
  });

  it('ends a lease that a process has seen unchanged for its remaining time, whatever the clock says', async () => {
    const run = await SuspendedRun.at({});
    await run.decide(BOB);
    run.now = 100;
    await run.do((draft) => claimRun(draft, 'first', 10));
    run.now = 103;
    await run.do((draft) => setRun(draft, { hasEffects: true }));
    run.now = 0;
    const { version } = (await run.look()).run;
    const claim = (seen: SeenRun) => run.do((draft) => claimRun(draft, 'second', 10), seen);
    expect(await claim({ version, forMs: 6 })).toEqual({ type: 'busy' });
    expect(await claim({ version: version - 1, forMs: 60 })).toEqual({ type: 'busy' });
    expect(await claim({ version, forMs: 7 })).toMatchObject({ type: 'claimed', run: { fence: 2 } });
    expect(await claim({ version, forMs: 60 })).toEqual({ type: 'busy' });
  });

  it('does the same whether or not the run is read in between', async () => {
    const looked = await SuspendedRun.at({}, { asks: { expiresInMs: 20 } });
    const unseen = await SuspendedRun.at({}, { asks: { expiresInMs: 20 } });
    await looked.decide(BOB);
    await unseen.decide(BOB);
    looked.now = 20;
    await looked.look();
    for (const run of [looked, unseen]) {
      run.now = 20 + approvalLapsesInMs;
      expect(await run.statuses()).toEqual(['LAPSED', 'EXPIRED']);
      expect((await run.look()).run.settledAt).toBe(20);
    }
  });
});
