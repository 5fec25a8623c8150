import { connect, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InProcessChangeFeed } from '#approval';
import { ChatClient } from 'toolgate';
import { ApprovalChangeFeed, InMemoryApprovalStore, StoreUnavailableException } from 'toolgate/approval';
import { until } from '../approval/waiting.fixture.js';
import { deferred, settled } from '../story.fixture.js';
import { decision, read, serveDoor, type DoorStory } from './door.fixture.js';
import { followChanges, type Following } from './follow-changes.fixture.js';
import { platforms } from './platforms.fixture.js';
import { holdAt } from './slow-turns.fixture.js';

type Door = Awaited<ReturnType<typeof serveDoor>>;

describe.each(platforms)('the changes of the door on $name', (platform) => {
  const open: { door: Door; followings: Following[] }[] = [];

  afterEach(async () => {
    for (const { door, followings } of open.splice(0)) {
      for (const following of followings) following.leave();
      await door.app.close();
    }
  });

  const serve = async (story: DoorStory = {}) => {
    const feed = new InProcessChangeFeed();
    const providers = [{ provide: ApprovalChangeFeed, useValue: feed }];
    const door = await serveDoor(platform, { ...story, providers });
    const followings: Following[] = [];
    open.push({ door, followings });
    const follow = async (as: string) => {
      const following = await followChanges(door.origin, as);
      followings.push(following);
      await until(() => following.events.length > 0);
      return following;
    };
    return { ...door, feed, follow };
  };

  it('begin with a snapshot of what the person may see, and then name each record that changes', async () => {
    const { wait, ask, follow } = await serve();
    const first = await wait();
    await wait({ order: 'E-1', amount: 1 }, 'evil');
    const ann = await follow('ann');
    expect(ann.response.status).toBe(200);
    expect(Object.fromEntries(ann.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(ann.events).toEqual([
      {
        event: 'snapshot',
        data: {
          counts: { total: 1, byStatus: { PENDING: 1 } },
          pending: [{ id: first.id, version: 1 }],
          me: { id: 'ann', tenant: 'acme', roles: ['finance'], administrator: false },
          now: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      },
    ]);
    const approval = await wait({ order: 'A-2', amount: 7 });
    expect((await ask(`approvals/${approval.id}/decisions`, { body: decision(approval) })).status).toBe(200);
    await until(() => ann.events.length >= 5);
    const { runId, id } = approval;
    expect(ann.events.slice(1)).toEqual([
      { event: 'change', data: { kind: 'run', id: runId, version: 1, status: 'suspended' } },
      { event: 'change', data: { kind: 'approval', id, version: 1, status: 'PENDING' } },
      { event: 'change', data: { kind: 'run', id: runId, version: 2, status: 'suspended' } },
      { event: 'change', data: { kind: 'approval', id, version: 3, status: 'APPROVED' } },
    ]);
  });

  it('are those of the own tenant only, and of all for a person of every tenant', async () => {
    const { wait, follow } = await serve();
    const [ann, eve, root] = [await follow('ann'), await follow('eve'), await follow('root')];
    const acme = await wait();
    const evil = await wait({ order: 'E-1', amount: 1 }, 'evil');
    await until(() => root.events.length >= 5);
    const idsOf = ({ events }: Following) => events.slice(1).map(({ data }) => data['id']);
    expect(idsOf(root)).toEqual([acme.runId, acme.id, evil.runId, evil.id]);
    expect(idsOf(ann)).toEqual([acme.runId, acme.id]);
    expect(idsOf(eve)).toEqual([evil.runId, evil.id]);
    expect(eve.events[0]!.data['me']).toMatchObject({ id: 'eve', tenant: 'evil', administrator: true });
  });

  it('are refused with 401 to a request without a person, with no stream', async () => {
    const { ask, feed } = await serve();
    const refused = await ask('approvals/changes', { as: '' });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      401,
      'application/problem+json; charset=utf-8',
    ]);
    expect(feed.isListening()).toBe(false);
  });

  it('are refused with 503 while the store does not answer, and leave no listener', async () => {
    const store = new InMemoryApprovalStore();
    store.approvals = () => Promise.reject(new StoreUnavailableException(new Error('a secret')));
    const { ask, feed } = await serve({ store });
    const refused = await read(await ask('approvals/changes'));
    expect(refused).toMatchObject({ status: 503, body: { problem: 'unavailable' } });
    expect(JSON.stringify(refused)).not.toContain('secret');
    expect(feed.isListening()).toBe(false);
  });

  it('answer HEAD with the headers alone', async () => {
    const { origin } = await serve();
    const headers = { authorization: 'Person ann' };
    const answer = await fetch(`${origin}/approvals/changes`, { method: 'HEAD', headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('close their connection at the end, because a server that stops would wait for a further request', async () => {
    const { origin } = await serve({ http: { changes: { maxConnectionMs: 20 } } });
    const answer = await fetch(`${origin}/approvals/changes`, { headers: { authorization: 'Person ann' } });
    expect(answer.headers.get('connection')).toBe('close');
    expect(await answer.text()).toContain('event: snapshot');
  });

  it('begin for no reader that left before the snapshot', async () => {
    const [reached, go] = [deferred(), deferred()];
    class Slow extends InMemoryApprovalStore {
      override async approvals(...query: Parameters<InMemoryApprovalStore['approvals']>) {
        reached.resolve();
        await go.promise;
        return super.approvals(...query);
      }
    }
    const door = await serve({ store: new Slow(), http: { changes: { heartbeatMs: 54_321 } } });
    const leaving = new AbortController();
    const headers = { authorization: 'Person ann' };
    const asking = fetch(`${door.origin}/approvals/changes`, { headers, signal: leaving.signal }).catch(String);
    await reached.promise;
    leaving.abort();
    await asking;
    await until(() => !door.feed.isListening());
    const timers = vi.spyOn(globalThis, 'setInterval');
    go.resolve();
    await settled();
    await settled();
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(54_321);
    timers.mockRestore();
  });

  it('leave no listener when the reader leaves', async () => {
    const { follow, feed } = await serve();
    const all = [await follow('ann'), await follow('ann'), await follow('eve')];
    expect(feed.isListening()).toBe(true);
    for (const following of all) following.leave();
    await until(() => !feed.isListening());
  });

  it('show the present state after a reconnect', async () => {
    const { wait, ask, follow } = await serve();
    const first = await follow('ann');
    first.leave();
    const approval = await wait();
    await ask(`approvals/${approval.id}/decisions`, { body: decision(approval, { decision: 'reject' }) });
    const { id } = await wait({ order: 'A-2', amount: 7 });
    const second = await follow('ann');
    const present = { counts: { total: 1, byStatus: { PENDING: 1 } }, pending: [{ id, version: 1 }] };
    expect(second.events[0]!.data).toMatchObject(present);
  });

  it('keep a silent connection open with heartbeats, and end it after its time limit', async () => {
    const { follow, feed } = await serve({ http: { changes: { heartbeatMs: 20, maxConnectionMs: 300 } } });
    const ann = await follow('ann');
    await until(() => ann.heartbeats() >= 3);
    await ann.over;
    expect(ann.events).toHaveLength(1);
    expect(feed.isListening()).toBe(false);
  });

  it('end cleanly when the application stops, also for a reader that takes nothing', async () => {
    const door = await serve({ application: { forceCloseConnections: false } });
    const ann = await door.follow('ann');
    const stalled = await stall(door.origin, 'ann');
    await until(() => stalled.bytesRead > 0);
    await flood(door.feed);
    await door.app.close();
    await ann.over;
    stalled.destroy();
  });

  it('are refused with 503 while a stopping application waits for its turns, also if they were requested before', async () => {
    const { model, reached, open: go } = holdAt(1);
    const store = new InMemoryApprovalStore();
    const door = await serve({ model, store });
    door.script.push('Hello.');
    door.app.get(ChatClient).prompt('Hi').stream().live();
    await reached;
    const ann = await door.follow('ann');
    const [reading, gate] = [deferred(), deferred()];
    const list = store.approvals.bind(store);
    store.approvals = async (...query) => {
      reading.resolve();
      await gate.promise;
      return list(...query);
    };
    const requested = door.ask('approvals/changes');
    await reading.promise;
    const closed = door.app.close();
    await ann.over;
    gate.resolve();
    expect(await read(await requested)).toMatchObject({ status: 503 });
    expect(await read(await door.ask('approvals/changes'))).toMatchObject({ status: 503 });
    go();
    await closed;
  });

  it('end cleanly when the application stops, for a reader that was only slow', async () => {
    const door = await serve({ application: { forceCloseConnections: false } });
    const slow = await stall(door.origin, 'ann');
    let received = '';
    slow.on('data', (bytes: Buffer) => (received += bytes.toString()));
    slow.pause();
    await flood(door.feed);
    const closed = door.app.close();
    slow.resume();
    await closed;
    await until(() => received.endsWith('\r\n0\r\n\r\n'));
  });

  it('never fill the memory for a reader that takes nothing, and close its connection', async () => {
    const door = await serve({ http: { changes: { drainMs: 1000 } } });
    const sockets: Socket[] = [];
    (door.app.getHttpServer() as Server).on('connection', (socket: Socket) => sockets.push(socket));
    const stalled = await stall(door.origin, 'ann');
    await until(() => stalled.bytesRead > 0);
    expect(await flood(door.feed)).toBeGreaterThan(5_000_000);
    // Node buffers one chunk above its mark; everything else waits as the name of a record, or as one reset.
    expect(sockets.map(({ writableLength }) => writableLength < 100_000)).toEqual([true]);
    await until(() => !door.feed.isListening());
    await until(() => sockets.every(({ destroyed }) => destroyed));
    stalled.destroy();
  });
});

/** Opens a stream and reads nothing after its beginning. */
const stall = async (origin: string, as: string): Promise<Socket> => {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.write(`GET /approvals/changes HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Person ${as}\r\n\r\n`);
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.pause();
  return socket;
};

/** Publishes changes that fill the socket of a reader that takes nothing. Returns their characters. */
const flood = async (feed: InProcessChangeFeed): Promise<number> => {
  const id = 'x'.repeat(4000);
  for (let index = 0; index < 2500; index++) {
    feed.publish({ kind: 'run', id: `${id}${index}`, version: 1, status: 'suspended', tenant: 'acme' });
    if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return 2500 * id.length;
};
