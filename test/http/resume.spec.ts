import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { until } from '../approval/lost-process.fixture.js';
import { deferred } from '../story.fixture.js';
import { decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

describe.each(platforms)('a request to resume a run, on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (approval: DoorStory['approval'] = {}) => {
    const door = await serveDoor(platform, { approval });
    app = door.app;
    const { ask, wait, script } = door;
    const approved = async (...answers: Parameters<typeof script.push>): Promise<string> => {
      const waiting = await wait();
      // Before the decision, because a worker resumes the run at once.
      script.push(...answers);
      await ask(`approvals/${waiting.id}/decisions`, { body: decision(waiting) });
      return waiting.runId;
    };
    const resume = async (runId: string, as = 'ada') =>
      read(await ask(`approvals/runs/${runId}/resume`, { as, method: 'POST' }));
    const is = (runId: string, wanted: string) => until(door.store, runId, ({ status }) => status === wanted);
    return { ...door, approved, resume, is };
  };

  afterEach(() => app?.close());

  it.each([{ worker: false }, { worker: true }])(
    'is answered while the model still thinks, and the turn ends afterwards: %j',
    async (options) => {
      const { approved, resume, is, desk, approvals } = await serve(options);
      const thinking = deferred();
      const answer = async (): Promise<string> => {
        await thinking.promise;
        return 'Refunded.';
      };
      const runId = await approved(answer);
      const { status, body } = await resume(runId);
      expect([status, body['id']]).toEqual([202, runId]);
      expect(['suspended', 'resuming']).toContain(body['status']);
      // A second request starts nothing more.
      expect((await resume(runId)).status).toBe(202);
      thinking.resolve();
      await is(runId, 'completed');
      expect(desk.done).toHaveLength(1);
      expect((await approvals.runs.get(runId)).status).toBe('completed');
    },
  );

  it('is accepted if the model fails afterwards, which is logged once without arguments', async () => {
    const { approved, resume, is, script, desk, logs, store } = await serve();
    const runId = await approved();
    script.push(() => {
      throw new Error('The model is down.');
    });
    expect((await resume(runId)).status).toBe(202);
    await until(store, runId, ({ status, failures }) => status === 'suspended' && failures > 0);
    script.push('Refunded.');
    // The next attempt was to come later, and the request makes it due.
    expect((await resume(runId, 'boss')).status).toBe(202);
    await is(runId, 'completed');
    expect(desk.done).toHaveLength(1);
    expect(logs.filter((line) => line.includes('could not be resumed'))).toHaveLength(1);
    expect(logs.join()).not.toMatch(/A-1/);
  });

  it('waits for a free place if this process resumes as many turns as it may', async () => {
    const { approved, resume, is, script, desk } = await serve({ worker: false, concurrency: 1 });
    const runs = [await approved(), await approved(), await approved()];
    const thinking = deferred();
    script.push(
      async () => {
        await thinking.promise;
        return 'One.';
      },
      'Two.',
      'Three.',
    );
    for (const run of runs) expect((await resume(run)).status).toBe(202);
    expect(desk.done.length).toBeLessThan(2);
    thinking.resolve();
    for (const run of runs) await is(run, 'completed');
    expect(desk.done).toHaveLength(3);
  });

  it('is refused to a person who may not resume the run, and starts nothing', async () => {
    const { approved, resume, desk, store, ask } = await serve();
    const runId = await approved();
    const before = await store.state(runId);
    expect(await resume(runId, 'eve')).toMatchObject({ status: 404 });
    expect((await ask(`approvals/runs/${runId}/resume`, { as: '', method: 'POST' })).status).toBe(401);
    expect(await store.state(runId)).toEqual(before);
    expect(desk.done).toEqual([]);
  });
});
