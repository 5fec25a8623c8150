import { afterEach, describe, expect, it } from 'vitest';
import { type INestApplication, Injectable } from '@nestjs/common';
import { ChatClient, Tool } from 'toolgate';
import { type ApprovalStatus, InMemoryApprovalStore, type StoredApproval } from 'toolgate/approval';
import { callsTools, toolCall, VirtualClock } from 'toolgate/testing';
import { until } from '../approval/lost-process.fixture.js';
import { decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { deferred } from '../story.fixture.js';
import { platforms } from './platforms.fixture.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEASE_MS = 30_000;

/** A tool whose body returns after the lease of its run has ended, as in a process that is lost. */
@Injectable()
class Payments {
  readonly late = deferred();

  @Tool({ description: 'Pays an order out', requiresApproval: true })
  async pay(): Promise<string> {
    await this.late.promise;
    return 'paid twice';
  }
}

describe.each(platforms)('the door on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story?: DoorStory) => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const door = await serveDoor(platform, { store, ...story });
    app = door.app;
    /** Changes the stored approvals of a run without the framework. */
    const alter = (runId: string, change: (approval: StoredApproval) => Partial<StoredApproval>) =>
      store.change(runId, (state) => ({
        approvals: state!.approvals.map((one) => ({ ...one, ...change(one) })),
        result: undefined,
      }));
    return { ...door, clock, store, alter };
  };

  afterEach(() => app?.close());

  it('asks again about a tool that has changed since the request, and shows what changed', async () => {
    const { ask, wait, store } = await serve();
    const approval = await wait();
    const earlier = { definitionHash: 'earlier' };
    await store.change(approval.runId, (state) => ({
      run: { ...state!.run, slots: state!.run.slots.map((slot) => ({ ...slot, ...earlier })) },
      approvals: state!.approvals.map((one) => ({ ...one, description: 'Refund', ...earlier })),
      result: undefined,
    }));
    const path = `approvals/${approval.id}`;
    expect((await read(await ask(path))).body).toMatchObject({
      description: 'Refund',
      toolChanged: true,
      presentTool: { description: approval.description, inputSchema: approval.inputSchema },
    });
    const refused = await read(await ask(`${path}/decisions`, { body: decision(approval) }));
    expect(refused).toMatchObject({
      status: 409,
      body: { problem: 'conflict', detail: expect.stringContaining('requested again as revision 2') as string },
    });
    const toolChanges = [{ at: expect.any(String), revision: 1, description: 'Refund', changed: ['description'] }];
    expect((await read(await ask(path))).body).toMatchObject({
      status: 'PENDING',
      revision: 2,
      toolChanged: false,
      toolChanges,
    });
    expect((await read(await ask(path))).body).not.toHaveProperty('presentTool');
    const { items } = (await read(await ask(`${path}/history`))).body as { items: readonly object[] };
    expect(items.at(-1)).toMatchObject({ type: 'ASKED_AGAIN', data: { revision: 2, changed: ['description'] } });
    expect(items.at(-1)).not.toHaveProperty('data.definitionHash');
  });

  it('refuses to decide an approval whose stored arguments were altered, and shows the damage', async () => {
    const { ask, wait, alter } = await serve();
    const approval = await wait();
    await alter(approval.runId, () => ({ arguments: { order: 'A-1', amount: 7_000_000 } }));
    const path = `approvals/${approval.id}`;
    const refused = await read(await ask(`${path}/decisions`, { body: decision(approval) }));
    expect(refused).toMatchObject({ status: 409, body: { problem: 'damaged' } });
    expect(JSON.stringify(refused)).not.toContain('7000000');
    expect((await read(await ask(path))).body).toMatchObject({
      status: 'PENDING',
      canDecide: false,
      damaged: expect.stringContaining('do not match'),
    });
  });

  it('refuses a vote on an approval with 1,000 decisions, unless it ends the question', async () => {
    const { ask, wait, alter, approvals } = await serve({ requirement: { approvers: { quorum: 3 } } });
    const approval = await wait();
    const commands = Array.from({ length: 1000 }, (_, index) => ({ id: `old-${index}`, hash: 'h'.repeat(43) }));
    await alter(approval.runId, () => ({ commands }));
    const before = await approvals.get(approval.id);
    const decide = (given?: object) =>
      ask(`approvals/${approval.id}/decisions`, { body: decision(approval, given) }).then(read);
    expect(await decide()).toMatchObject({ status: 409, body: { problem: 'too-many-decisions' } });
    expect(await approvals.get(approval.id)).toEqual(before);
    expect(await decide({ decision: 'reject' })).toMatchObject({ status: 200, body: { status: 'REJECTED' } });
  });

  it('lets an administrator report the outcome of a call whose process was lost', async () => {
    const { ask, wait, script, clock, store, approvals } = await serve({ providers: [Payments] });
    script.push(callsTools(toolCall('pay', {})));
    const chat = app!.get(ChatClient);
    const turn = await chat.prompt('Pay').tools(Payments).toolContext({ tenant: 'acme' }).call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait.');
    const { runId } = turn;
    const [approval] = turn.approvals;
    await ask(`approvals/${approval!.id}/decisions`, { body: decision(approval!) });
    const lost = approvals.runs.resume(runId).catch(() => {});
    await until(store, runId, ({ slots }) => slots[0]?.state === 'started');
    clock.advance(LEASE_MS);
    const path = `approvals/runs/${runId}`;
    const body = { index: 0, outcome: { type: 'succeeded', value: { paid: 70 } } };
    expect((await ask(`${path}/reconcile`, { as: 'ann', body })).status).toBe(403);
    // Without an outcome, a tool that cannot find it out changes nothing.
    const idempotencyKey = `${runId}:0:0`;
    expect(await read(await ask(`${path}/reconcile`, { as: 'boss', body: {} }))).toMatchObject({
      status: 200,
      body: { slots: [{ state: 'unknown', idempotencyKey }] },
    });
    await wait();
    const unknown = async () => (await read(await ask('approvals/runs?unknownOutcome=true'))).body['items'];
    expect(await unknown()).toMatchObject([{ id: runId }]);
    expect((await ask('approvals/runs?unknownOutcome=false')).status).toBe(400);
    // A report for a call of another round does not count for the call that has its index now.
    const earlier = { ...body, idempotencyKey: `${runId}:7:0` };
    expect((await read(await ask(`${path}/reconcile`, { as: 'boss', body: earlier }))).status).toBe(409);
    const reported = await read(await ask(`${path}/reconcile`, { as: 'boss', body: { ...body, idempotencyKey } }));
    expect(reported).toMatchObject({ status: 200, body: { id: runId, slots: [{ toolName: 'pay', state: 'done' }] } });
    expect(JSON.stringify(reported)).not.toMatch(/idempotencyKey|paid/);
    expect(await unknown()).toEqual([]);
    script.push('Paid.');
    expect((await ask(`${path}/resume`, { as: 'ada', method: 'POST' })).status).toBe(202);
    await until(store, runId, ({ status }) => status === 'completed');
    expect((await read(await ask(path, { as: 'ada' }))).body).toMatchObject({ answer: 'Paid.' });
    expect((await read(await ask(`${path}/events`))).body['items']).toContainEqual(
      expect.objectContaining({ type: 'RECONCILED', by: 'boss' }),
    );
    expect((await read(await ask(`${path}/reconcile`, { as: 'boss', body }))).status).toBe(409);
    app!.get(Payments).late.resolve();
    await lost;
    expect((await approvals.runs.get(runId)).slots).toMatchObject(reported.body['slots'] as object[]);
  });

  it('shows the events without errors, workers and whatever else their data may contain', async () => {
    const { ask, wait, script, approvals, store } = await serve();
    const { id, runId, ...approval } = await wait();
    await ask(`approvals/${id}/decisions`, { body: decision(approval, { reason: 'It is small.' }) });
    script.push(new Error('the model failed with a secret'));
    await ask(`approvals/runs/${runId}/resume`, { as: 'ada', method: 'POST' });
    const data = { error: 'secret', reason: 'secret', worker: 'secret', fence: 7, requirement: {}, round: 3, index: 4 };
    const about = { run: runId, approval: id, tenant: 'acme', at: 0, data };
    const types = ['RUN_FAILED', 'CANCELLED', 'REVOKED', 'RUN_CANCELLED', 'RELEASED', 'LEASE_LOST', 'constructor'];
    await store.change(runId, (state) => ({
      run: { ...state!.run, version: state!.run.version + 1 },
      events: [...types, 'SUSPENDED', 'RECONCILED'].map((type) => ({ ...about, type })),
      result: undefined,
    }));
    expect(JSON.stringify(await approvals.runs.events(runId))).toMatch(/"worker".*"fence".*the model failed/);
    for (const path of [`approvals/runs/${runId}/events`, `approvals/${id}/history`]) {
      const items = (await read(await ask(path))).body['items'] as Record<string, unknown>[];
      expect(JSON.stringify(items)).not.toMatch(/secret|worker|fence|requirement/);
      expect(items).toContainEqual(
        expect.objectContaining({ type: 'VOTED', by: 'ann', data: { reason: 'It is small.' } }),
      );
      expect(items).toContainEqual(expect.objectContaining({ type: 'SUSPENDED', data: { round: 3 } }));
      expect(items).toContainEqual(expect.objectContaining({ type: 'RECONCILED', data: { index: 4 } }));
      for (const item of items.filter(({ type }) => types.includes(String(type))))
        expect(item).not.toHaveProperty('data');
      expect(items.filter(({ type }) => types.includes(String(type))).length).toBeGreaterThanOrEqual(types.length);
    }
  });

  it('counts what was requested, decided and expired, by the hour', async () => {
    const { ask, wait, clock, script } = await serve({ requirement: { expiresInMs: 2 * HOUR } });
    const from = Math.floor(clock.now() / HOUR) * HOUR;
    clock.advance(from + HOUR - clock.now());
    const [first, second, third, forgotten] = [await wait(), await wait(), await wait(), await wait()];
    await wait({ order: 'E-1', amount: 5 }, 'evil');
    const statusAfter = async ({ id, ...approval }: typeof first, minutes: number): Promise<unknown> => {
      clock.advance(minutes * MINUTE);
      return (await read(await ask(`approvals/${id}/decisions`, { body: decision(approval) }))).body['status'];
    };
    const approved: ApprovalStatus = 'APPROVED';
    // They take 1, 5 and 65 minutes.
    expect([await statusAfter(first, 1), await statusAfter(second, 4)]).toEqual([approved, approved]);
    expect(await statusAfter(third, 60)).toBe(approved);
    clock.advance(2 * HOUR - 65 * MINUTE);
    expect(await statusAfter(forgotten, 1)).toBe(410);
    // The expiry counts when it is written.
    script.push('It has expired.');
    expect((await ask(`approvals/runs/${forgotten.runId}/resume`, { as: 'ada', method: 'POST' })).status).toBe(202);
    const { status, body } = await read(await ask('approvals/stats?hours=3'));
    const at = (hours: number): string => new Date(from + hours * HOUR).toISOString();
    expect(status).toBe(200);
    expect(body).toEqual({
      from: at(1),
      to: new Date(clock.now()).toISOString(),
      hours: [
        { at: at(1), asked: 4, decided: 2, expired: 0, medianDecideMs: 3 * MINUTE },
        { at: at(2), asked: 0, decided: 1, expired: 0, medianDecideMs: 65 * MINUTE },
        { at: at(3), asked: 0, decided: 0, expired: 1 },
      ],
    });
    expect(((await read(await ask('approvals/stats', { as: 'root' }))).body['hours'] as object[]).at(-3)).toMatchObject(
      { asked: 5 },
    );
  });

  it('cancels a run of the version that the person has read only', async () => {
    const { ask, wait, store } = await serve();
    const { runId } = await wait();
    const path = `approvals/runs/${runId}`;
    const cancel = (version: number) =>
      ask(`${path}/cancel`, {
        as: 'boss',
        body: { reason: 'The order is gone.' },
        headers: { 'if-match': `"${version}"` },
      }).then(read);
    const version = Number((await read(await ask(path))).body['version']);
    const before = await store.state(runId);
    expect(await cancel(version + 1)).toMatchObject({ status: 412, body: { problem: 'version-mismatch' } });
    expect(await store.state(runId)).toEqual(before);
    const cancelled = await cancel(version);
    expect(cancelled).toMatchObject({ status: 200, body: { id: runId, status: 'cancelled' } });
    expect(cancelled.body['version']).toBeGreaterThan(version);
    expect((await read(await ask(path))).body).toEqual(cancelled.body);
    expect((await store.state(runId))!.approvals).toMatchObject([{ status: 'CANCELLED' }]);
  });
});
