import { describe, expect, it } from '@jest/globals';
import { claimRun } from './claim-run.js';
import { BOB, SuspendedRun, TIMES } from './suspended-run.fixture.js';

const { approvalLapsesInMs } = TIMES;

describe('the time of a run', () => {
  it('lets a question expire, and the turn go on with that', async () => {
    const run = await SuspendedRun.at({ asks: { expiresInMs: 10 } });
    run.now = 10;
    expect(await run.statuses()).toEqual(['EXPIRED']);
    await run.do((draft) => claimRun(draft, 'worker', 5));
    expect((await run.look()).run.slots[0]?.result?.outcome).toMatchObject({ type: 'denied', decision: 'expire' });
  });

  it('cancels the run where a question says so, and leaves what had expired before', async () => {
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
    expect((await run.look()).run).toMatchObject({ status: 'cancelled', error: 'nobody decided in time' });
  });

  it('lets an approval lapse that was not used, counted from the answer to the last question', async () => {
    const run = await SuspendedRun.at({}, {});
    await run.decide(BOB, {}, 0);
    run.now = 50;
    await run.decide(BOB, {}, 1);
    run.now = 50 + approvalLapsesInMs - 1;
    expect(await run.statuses()).toEqual(['APPROVED', 'APPROVED']);
    run.now++;
    expect(await run.statuses()).toEqual(['LAPSED', 'LAPSED']);
  });

  it('does the same whether or not anybody looks', async () => {
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
