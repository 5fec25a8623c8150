import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ANY_TENANT } from '../approval.constants.js';
import type { ApprovalChange, PublishedChange } from './approval-change.js';
import { ApprovalChangeFeed } from './approval-change.feed.js';
import { ChangeSubscriptions } from './change-subscriptions.js';
import { InProcessChangeFeed } from './in-process-change.feed.js';

const ANN = { tenant: 'acme' };
const GUS = { tenant: 'globex' };
const ROOT = { tenant: ANY_TENANT } as const;

const change = (id: string, version = 1, tenant = 'acme'): PublishedChange => ({
  kind: 'approval',
  id,
  version,
  status: 'PENDING',
  tenant,
});

const start = (feed: ApprovalChangeFeed = new InProcessChangeFeed()) => {
  const subscriptions = new ChangeSubscriptions(() => feed);
  const follow = (viewer: Parameters<typeof subscriptions.seenBy>[0], signal?: AbortSignal) =>
    subscriptions.seenBy(viewer, signal)[Symbol.asyncIterator]();
  return { feed, subscriptions, follow };
};

type Following = ReturnType<ReturnType<typeof start>['follow']>;

/** Reads changes as they arrive: `id version`, or `reset`. */
const read = (following: Following): { readonly lines: string[] } => {
  const lines: string[] = [];
  void (async () => {
    for (let next = await following.next(); !next.done; next = await following.next()) lines.push(lineOf(next.value));
  })();
  return { lines };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Reads everything that was published; the subscriber reads nothing afterwards. */
const readAll = async (following: Following): Promise<readonly string[]> => {
  const { lines } = read(following);
  await settled();
  return lines;
};

const lineOf = (change: ApprovalChange): string =>
  change.kind === 'reset' ? 'reset' : `${change.id} ${change.version}`;

describe('a subscriber of changes', () => {
  it('reads one change for each record, the newest, in the order of the last changes', async () => {
    const { feed, follow } = start();
    const following = follow(ANN);
    for (const [id, version] of [
      ['a', 1],
      ['b', 1],
      ['a', 3],
      // It was written before the one above.
      ['a', 2],
    ] as const)
      void feed.publish(change(id, version));
    expect(await readAll(following)).toEqual(['b 1', 'a 3']);
  });

  it('receives a change at once if it waits, and without the tenant', async () => {
    const { feed, follow } = start();
    const following = follow(ANN);
    const [first, second] = [following.next(), following.next()];
    void feed.publish(change('a'));
    void feed.publish(change('b'));
    expect(await first).toEqual({ value: { kind: 'approval', id: 'a', version: 1, status: 'PENDING' }, done: false });
    expect(await second).toMatchObject({ value: { id: 'b' } });
  });

  it('may have 256 unread records; one more replaces everything with a reset', async () => {
    const { feed, follow } = start();
    const [whole, over] = [follow(ANN), follow(ANN)];
    for (let index = 0; index < 256; index++) void feed.publish(change(`a${index}`));
    // A second change of a record takes no additional space.
    void feed.publish(change('a7', 2));
    expect((await readAll(whole)).length).toBe(256);
    void feed.publish(change('b'));
    void feed.publish(change('c'));
    expect(await readAll(over)).toEqual(['reset', 'c 1']);
  });

  it('is not reset by the changes of another tenant, however many there are', async () => {
    const { feed, follow } = start();
    const following = follow(ANN);
    for (let index = 0; index < 1000; index++) void feed.publish(change(`g${index}`, 1, 'globex'));
    void feed.publish({ kind: 'reset', tenant: 'globex' });
    void feed.publish(change('a'));
    expect(await readAll(following)).toEqual(['a 1']);
  });

  it('of every tenant receives everything, and a reset reaches its tenant, or all', async () => {
    const { feed, follow } = start();
    const all = [ANN, GUS, ROOT].map((viewer) => read(follow(viewer)).lines);
    void feed.publish(change('a'));
    void feed.publish(change('g', 1, 'globex'));
    void feed.publish({ kind: 'reset', tenant: 'acme' });
    void feed.publish({ kind: 'reset' });
    await settled();
    expect(all).toEqual([
      ['a 1', 'reset'],
      ['g 1', 'reset'],
      ['a 1', 'reset'],
    ]);
  });

  it('never receives a change whose tenant a feed has lost, unless it sees every tenant', async () => {
    const { feed, follow } = start();
    const [ann, root] = [follow(ANN), follow(ROOT)];
    void feed.publish({ ...change('a'), tenant: undefined } as never);
    expect(await readAll(ann)).toEqual([]);
    expect(await readAll(root)).toEqual(['a 1']);
  });
});

describe('a subscription to changes', () => {
  it('leaves no listener: 1,000 subscribers leave by return, by a break and by their signal', async () => {
    const { feed, subscriptions, follow } = start();
    const leaving = new AbortController();
    setMaxListeners(0, leaving.signal);
    const received: ApprovalChange[] = [];
    for (let index = 0; index < 250; index++) {
      await follow(ANN).return!();
      follow(GUS, leaving.signal);
      const own = new AbortController();
      const waiting = follow(ROOT, own.signal).next();
      own.abort();
      expect(await waiting).toEqual({ value: undefined, done: true });
      const looping = (async () => {
        for await (const one of subscriptions.seenBy(ANN)) {
          received.push(one);
          break;
        }
      })();
      await Promise.resolve();
      void feed.publish(change(`a${index}`));
      await looping;
    }
    expect(received).toHaveLength(250);
    expect(feed.isListening!()).toBe(true);
    leaving.abort();
    expect(feed.isListening!()).toBe(false);
  });

  it('removes its listener from the signal of a caller that lives on', async () => {
    const { follow } = start();
    const { signal } = new AbortController();
    const added: unknown[] = [];
    const removed: unknown[] = [];
    signal.addEventListener = (_: string, listener: unknown) => void added.push(listener);
    signal.removeEventListener = (_: string, listener: unknown) => void removed.push(listener);
    await follow(ANN, signal).return!();
    expect(added).toHaveLength(1);
    expect(removed).toEqual(added);
  });

  it('ends at once after an abort: unread changes are dropped', async () => {
    const { feed, follow } = start();
    const leaving = new AbortController();
    const following = follow(ANN, leaving.signal);
    void feed.publish(change('a'));
    leaving.abort();
    expect(await following.next()).toEqual({ value: undefined, done: true });
    expect(await follow(ANN, leaving.signal).next()).toEqual({ value: undefined, done: true });
    expect(feed.isListening!()).toBe(false);
  });

  it('ends with its application, as does one that starts afterwards', async () => {
    const { feed, follow, subscriptions } = start();
    const waiting = [ANN, GUS, ROOT].map((viewer) => follow(viewer).next());
    subscriptions.close();
    for (const one of [...waiting, follow(ANN).next()]) expect(await one).toEqual({ value: undefined, done: true });
    expect(feed.isListening!()).toBe(false);
  });

  it('holds one listener of the feed for all, and another one after the last has left', async () => {
    const listeners: unknown[] = [];
    class CountingFeed extends ApprovalChangeFeed {
      publish(): void {}
      subscribe(listener: unknown): () => void {
        listeners.push(listener);
        return () => void listeners.pop();
      }
    }
    const { follow } = start(new CountingFeed());
    const all = [follow(ANN), follow(ANN), follow(GUS)];
    expect(listeners).toHaveLength(1);
    for (const one of all) await one.return!();
    expect(listeners).toHaveLength(0);
    follow(ANN);
    expect(listeners).toHaveLength(1);
  });
});
