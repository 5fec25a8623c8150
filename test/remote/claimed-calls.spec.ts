import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { decide, startBoth, untilStatus } from './remote.fixture.js';

refuseUnhandledRejections();

type Both = Awaited<ReturnType<typeof startBoth>>;

describe('the claim of a running call', () => {
  let both: Both;

  beforeEach(async () => {
    both = await startBoth();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  afterEach(async () => {
    vi.useRealTimers();
    await both.close();
  });

  it('is renewed until the call has ended, also if the service does not answer once', async () => {
    const { turn, service, proxy, tools } = both;
    const claims = () => proxy.steps.filter((step) => step === 'claim').length;
    tools.during = async () => {
      proxy.fail('claim', 'refuse');
      for (const renewed of [2, 3]) {
        vi.advanceTimersByTime(20_000);
        await vi.waitFor(() => expect(claims()).toBe(renewed));
      }
    };
    const intervals = vi.getTimerCount();
    const running = turn();
    await decide(service, await service.asked());
    expect(await running).toMatchObject({ status: 'completed' });
    await untilStatus(service, 'SUCCEEDED');
    expect(claims()).toBe(3);
    expect(vi.getTimerCount()).toBe(intervals);
  });

  it('is not renewed after its turn has left the call, so that the service shows its outcome as unknown', async () => {
    const { turn, service, tools } = both;
    const caller = new AbortController();
    tools.during = () => {
      caller.abort(new Error('left'));
      return new Promise(() => {});
    };
    const intervals = vi.getTimerCount();
    const running = rejectionOf(turn(caller.signal));
    await decide(service, await service.asked());
    await running;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(intervals));
  });
});
