import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatClient } from 'toolgate';
import { InProcessChangeFeed } from '#approval';
import {
  ApprovalChangeFeed,
  ApprovalChannel,
  InMemoryApprovalStore,
  type NoticeOptions,
  StoreUnavailableException,
} from 'toolgate/approval';
import { ScriptedChatModel, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { bootDesk, Desk } from './approval.fixture.js';
import { until } from './waiting.fixture.js';
import { Box, bootWith, channelsOf, GRACE, refund } from './notices.fixture.js';

const bootNow = (channels: readonly unknown[], store = new InMemoryApprovalStore()) =>
  bootWith(store, channels as ApprovalChannel[]);

class Nameless extends ApprovalChannel {
  readonly name = '';
  deliver(): void {}
}

class Lines extends ApprovalChannel {
  readonly name = 'a\nb';
  deliver(): void {}
}

class Mute extends ApprovalChannel {
  readonly name = 'mute';
  declare deliver: () => void;
}

class Voted extends ApprovalChannel {
  readonly name = 'voted';
  override readonly kinds = ['voted' as never];
  deliver(): void {}
}

it('a delivery whose outcome cannot be saved at once is not repeated', async () => {
  const [store, box] = [new InMemoryApprovalStore(), new Box('desk')];
  const queue = store.notices();
  vi.spyOn(store, 'notices').mockReturnValue(queue);
  const lost = new StoreUnavailableException(new Error('read ECONNRESET'));
  vi.spyOn(queue, 'settle').mockRejectedValueOnce(lost);
  const { app, ask, decide, logs } = await bootWith(store, [box], { worker: true }, [refund, 'Done.']);
  const { first } = await ask();
  await decide(first.id);
  // The second notice of a run is delivered after the first one.
  await until(() => box.received.length > 1);
  expect(box.kindsReceived).toEqual(['asked', 'decided']);
  expect(logs).toEqual([]);
  await app.close();
});

describe('start-up', () => {
  it.each<[readonly ApprovalChannel[], string]>([
    [
      [new Box('desk'), new Box('desk')],
      'Two channels have the name "desk": Box in RootTestModule and Box in RootTestModule. Give each ApprovalChannel its own name.',
    ],
    [
      [new Nameless()],
      `Nameless in RootTestModule is provided as ApprovalChannel, and its name is ''. Set name to a string of at most 100 letters, digits, spaces and "._:/-".`,
    ],
    [[new Lines()], "its name is 'a\\nb'."],
    [[new Mute()], 'Mute in RootTestModule is provided as ApprovalChannel, and has no method deliver().'],
    [
      [new Voted()],
      "its kinds are [ 'voted' ]. Set kinds to a list of 'asked', 'decided', 'expired', 'unknown', 'parked'.",
    ],
  ])('refuses the channels %#', async (channels, message) => {
    const error = await rejectionOf(bootNow(channels));
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('refuses a channel without a store', async () => {
    const booting = bootDesk(
      new ScriptedChatModel([]),
      { approval: { store: undefined } },
      { providers: channelsOf(new Box('desk')) },
    );
    await expect(booting).rejects.toThrow(
      'The ApprovalChannel "desk" has no notices to deliver, because no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.',
    );
  });

  it.each<[NoticeOptions, string]>([
    [{ inboxUrl: 'desk' }, 'The option approval.notices.inboxUrl is'],
    [{ inboxUrl: 'javascript:alert(1)' }, 'Pass the address of the inbox, such as'],
    [{ retryForMs: 0 }, 'The option approval.notices.retryForMs is 0.'],
    [{ keepMs: 1 }, 'The option approval.notices.keepMs is 1.'],
  ])('refuses the options %j', async (notices, message) => {
    await expect(bootWith(new InMemoryApprovalStore(), [], { notices })).rejects.toThrow(message);
  });
});

describe('the worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = async (box: Box, approval: object = {}) =>
    bootWith(new InMemoryApprovalStore(), [box], { worker: true, shutdownMs: 1000, ...approval }, [refund, refund]);

  it('delivers a notice at once, and one of another process within five seconds', async () => {
    const box = new Box('desk');
    const { app, ask, store } = await start(box);
    const { runId } = await ask();
    await vi.advanceTimersByTimeAsync(0);
    expect(box.kindsReceived).toEqual(['asked']);
    const [{ notice }] = (await store.notices!()!.list({})).items as [never];
    await store.change(runId, () => ({ notices: [Object.assign({}, notice, { id: 'foreign' })], result: undefined }));
    await vi.advanceTimersByTimeAsync(4999);
    expect(box.received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(box.received.map(({ id }) => id)).toContain('foreign');
    await app.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('delivers at once what another process has written, if changes reach every process', async () => {
    class SharedFeed extends InProcessChangeFeed {
      override readonly isShared = true;
    }
    const [store, feed, box] = [new InMemoryApprovalStore(), new SharedFeed(), new Box('desk')];
    const bootOver = (worker: boolean, channel: ApprovalChannel) =>
      bootDesk(
        new ScriptedChatModel([refund]),
        { store, client: { tools: [Desk] }, approval: { worker } },
        { providers: [...channelsOf(channel), { provide: ApprovalChangeFeed, useValue: feed }] },
      );
    const [front, back] = [await bootOver(false, new Box('desk')), await bootOver(true, box)];
    await vi.advanceTimersByTimeAsync(0);
    await front.app.get(ChatClient).prompt('Refund').call().outcome();
    await vi.advanceTimersByTimeAsync(0);
    expect(box.kindsReceived).toEqual(['asked']);
    await Promise.all([front.app.close(), back.app.close()]);
    expect(feed.isListening()).toBe(false);
  });

  it('tries a notice again after a second, then after longer pauses, and waits 30 seconds for a slow channel', async () => {
    const box = new Box('desk');
    const times: number[] = [];
    box.before = (_, signal) => {
      times.push(Date.now());
      return times.length < 3
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
        : undefined;
    };
    const { app, ask } = await start(box);
    await ask();
    await vi.advanceTimersByTimeAsync(120_000);
    const [first] = times as [number];
    expect(times.map((time) => time - first)).toEqual([0, 31_000, 63_000]);
    expect(box.received).toHaveLength(1);
    await app.close();
  });

  it('does not let one channel delay another, or a change', async () => {
    const stuck = new Box('stuck');
    stuck.before = () => new Promise(() => {});
    const box = new Box('desk');
    const store = new InMemoryApprovalStore();
    const { app, ask, decide } = await bootWith(store, [stuck, box], { worker: true, shutdownMs: 10 }, [refund]);
    const { first } = await ask();
    await decide(first.id);
    await vi.advanceTimersByTimeAsync(0);
    expect(box.kindsReceived).toEqual(['asked', 'decided']);
    const closing = app.close();
    await vi.advanceTimersByTimeAsync(100);
    await closing;
  });

  it('waits for a delivery when the application stops, and releases one that does not end', async () => {
    const box = new Box('desk');
    const sent = deferred<void>();
    box.before = () => sent.promise;
    const { app, ask, store } = await start(box);
    await ask('c-1');
    await vi.advanceTimersByTimeAsync(0);
    const closing = app.close();
    sent.resolve();
    await vi.advanceTimersByTimeAsync(0);
    await closing;
    expect(box.kindsReceived).toEqual(['asked']);
    const hanging = new Box('desk');
    hanging.before = () => new Promise(() => {});
    const next = await bootWith(store, [hanging], { worker: true, shutdownMs: 1000 }, [refund]);
    await next.ask('c-2');
    await vi.advanceTimersByTimeAsync(0);
    const ending = next.app.close();
    await vi.advanceTimersByTimeAsync(3000);
    await ending;
    const last = new Box('desk');
    const { app: third, notices } = await bootWith(store, [last]);
    await notices.deliver();
    expect(last.kindsReceived).toEqual(['asked']);
    expect((await notices.list({})).items.map(({ state, failures }) => [state, failures])).toEqual([
      ['delivered', 0],
      ['delivered', 0],
    ]);
    await third.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('delivers a parked notice at once when an operator retries it', async () => {
    const box = new Box('desk');
    box.before = () => {
      throw new Error('down');
    };
    const { app, ask, notices } = await start(box, { notices: { retryForMs: 1000 } });
    await ask();
    await vi.advanceTimersByTimeAsync(1000);
    const { items } = await notices.list({ state: 'parked' });
    box.before = () => {};
    await notices.retry(items[0]!.notice.id, GRACE);
    await vi.advanceTimersByTimeAsync(0);
    expect(box.received).toHaveLength(1);
    await app.close();
  });

  it('removes old notices a minute after its start, and every ten minutes', async () => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const { app, ask, notices } = await bootWith(store, [new Box('desk')], { worker: true }, [refund]);
    await ask();
    await vi.advanceTimersByTimeAsync(60_000);
    clock.advance(7 * 86_400_000);
    // The approval expires in the meantime, which is another notice.
    const kinds = async () => (await notices.list({})).items.map(({ notice }) => notice.kind);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(await kinds()).toEqual(['asked', 'expired']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await kinds()).toEqual(['expired']);
    await app.close();
  });
});
