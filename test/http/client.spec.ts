import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApprovalsClient, approvalsClient, type ChangeBody, type SnapshotBody } from 'toolgate/http/client';
import { serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

const deferred = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};

describe.each(platforms)('the client at a door on $name', (platform) => {
  let door: Awaited<ReturnType<typeof serveDoor>>;

  beforeEach(async () => {
    door = await serveDoor(platform, { requirement: { approvers: { roles: ['finance'] } } });
  });

  afterEach(() => door.app.close());

  const as = (person: string, more: Partial<Parameters<typeof approvalsClient>[0]> = {}): ApprovalsClient =>
    approvalsClient({
      baseUrl: `${door.origin}/approvals`,
      headers: () => ({ authorization: `Person ${person}` }),
      retryDelay: () => 0,
      ...more,
    });

  it('reads, decides and cancels', async () => {
    const [first, second, third] = [await door.wait(), await door.wait(), await door.wait()];
    const ann = as('ann');
    expect(await ann.me()).toEqual({ id: 'ann', tenant: 'acme', roles: ['finance'], administrator: false });
    expect((await ann.list({ status: ['PENDING', 'APPROVED'], decidable: true, order: 'newest' })).items).toHaveLength(
      3,
    );
    expect(await ann.counts({ tool: 'refund' })).toEqual({ total: 3, byStatus: { PENDING: 3 } });
    expect((await ann.stats({ hours: 1 })).hours.map(({ asked }) => asked).reduce((a, b) => a + b)).toBe(3);
    const { revision, argsHash, canDecide } = await ann.get(first.id);
    expect(canDecide).toBe(true);
    expect(await ann.decide(first.id, { decision: 'approve', revision, argsHash })).toMatchObject({
      status: 'APPROVED',
    });
    expect((await ann.history(first.id)).map(({ type }) => type)).toEqual(['PENDING', 'VOTED', 'APPROVED']);
    const results = await ann.decideAll([
      { id: second.id, decision: 'reject', revision: second.revision, argsHash: second.argsHash },
      { id: 'nothing', decision: 'approve', revision: 1, argsHash: 'hash' },
    ]);
    expect(results).toMatchObject([{ status: 200, approval: { status: 'REJECTED' } }, { problem: 'not-found' }]);
    await expect(as('boss').cancel(third.id, { version: 7 })).rejects.toMatchObject({ problem: 'version-mismatch' });
    expect(await as('boss').cancel(third.id, { version: third.version })).toMatchObject({ status: 'CANCELLED' });
  });

  it('reads and ends runs', async () => {
    const { runId } = await door.wait();
    const boss = as('boss');
    expect((await boss.runs.list({ status: 'suspended' })).items.map(({ id }) => id)).toEqual([runId]);
    expect((await boss.runs.events(runId)).map(({ type }) => type)).toContain('SUSPENDED');
    expect(await boss.runs.resume(runId)).toMatchObject({ status: 'suspended' });
    await expect(boss.runs.reconcile(runId)).rejects.toMatchObject({ problem: 'conflict' });
    const { version } = await boss.runs.get(runId);
    expect(await boss.runs.cancel(runId, { version, reason: 'late' })).toMatchObject({ status: 'cancelled' });
  });

  it('repeats a decision whose answer was lost, and it counts once', async () => {
    const { id, revision, argsHash } = await door.wait();
    let lost = 2;
    const losing: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (lost-- > 0) throw new TypeError('the connection was reset');
      return response;
    };
    const decided = await as('ann', { fetch: losing }).decide(id, { decision: 'approve', revision, argsHash });
    expect(decided).toMatchObject({ status: 'APPROVED', votes: [{ voter: 'ann' }] });
    expect(lost).toBe(-1);
  });

  it('follows changes of its tenant', async () => {
    const controller = new AbortController();
    const snapshots: SnapshotBody[] = [];
    const changes: ChangeBody[] = [];
    const { promise: connected, resolve: connect } = deferred();
    const following = as('bob').changes({
      signal: controller.signal,
      onSnapshot: (snapshot) => {
        snapshots.push(snapshot);
        connect();
      },
      onChange: (change) => {
        changes.push(change);
        if (change.status === 'APPROVED') controller.abort();
      },
    });
    await connected;
    await door.wait({ order: 'E-1', amount: 5 }, 'evil');
    const { id, runId, revision, argsHash } = await door.wait();
    await as('ann').decide(id, { decision: 'approve', revision, argsHash });
    await following;
    expect(snapshots).toMatchObject([{ counts: { total: 0 }, me: { id: 'bob' } }]);
    expect(changes).toContainEqual({ kind: 'approval', id, version: expect.any(Number), status: 'APPROVED' });
    expect(new Set(changes.map((change) => change.id))).toEqual(new Set([id, runId]));
  });

  it('stops following without a person', async () => {
    await expect(as('nobody').changes({})).rejects.toMatchObject({ status: 401, problem: 'unauthenticated' });
  });
});
