import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { decision, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

const requirement = { approvers: { roles: ['finance'] } };

describe.each(platforms)('a parked run, on $name', (platform) => {
  let app: INestApplication | undefined;

  /** A door, and a run of ada that was parked at its first failure. */
  const serve = async () => {
    const door = await serveDoor(platform, { requirement, approval: { onDeadline: 'park', deadlineMs: 1 } });
    app = door.app;
    const { ask, wait, script, approvals } = door;
    const waiting = await wait();
    script.push(() => {
      throw new Error('The provider is away.');
    });
    await ask(`approvals/${waiting.id}/decisions`, { body: decision(waiting) });
    await approvals.runs.resume(waiting.runId).catch(() => {});
    const path = `approvals/runs/${waiting.runId}`;
    const post = async (action: string, as: string, headers = {}) =>
      read(await ask(`${path}/${action}`, { as, headers, method: 'POST' }));
    return { ...door, runId: waiting.runId, path, post };
  };

  afterEach(() => app?.close());

  it('is listed alone, with its failed attempts; only administrators read the errors', async () => {
    const { ask, runId, path, wait } = await serve();
    await wait({ order: 'A-2', amount: 1 });
    const listed = await read(await ask('approvals/runs?parked=true'));
    expect(listed.body['items']).toMatchObject([
      { id: runId, status: 'suspended', parked: { reason: 'No attempt to resume it succeeded before its deadline' } },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain('away');
    expect((await ask('approvals/runs?parked=false')).status).toBe(400);
    const at = expect.any(String);
    const attemptsOf = async (as: string) => (await read(await ask(path, { as }))).body['attempts'];
    expect(await attemptsOf('boss')).toEqual([{ at, error: 'Error: The provider is away.' }]);
    for (const person of ['ann', 'bob', 'ada']) expect(await attemptsOf(person)).toEqual([{ at }]);
  });

  it('resumes after a retry, which no stranger may make', async () => {
    const { ask, approvals, script, desk, path, post, runId } = await serve();
    expect(await post('resume', 'boss')).toMatchObject({ status: 409 });
    expect(await post('retry', 'bob')).toMatchObject({ status: 403 });
    expect(await post('retry', 'eve')).toMatchObject({ status: 404 });
    expect((await ask(`${path}/retry`, { as: '', method: 'POST' })).status).toBe(401);
    expect((await approvals.runs.get(runId)).parked).toBeDefined();
    const retried = await post('retry', 'ada');
    expect(retried).toMatchObject({ status: 202, body: { id: runId, failures: 0 } });
    expect(retried.body['parked']).toBeUndefined();
    expect(await post('retry', 'ada')).toMatchObject({ status: 409, body: { problem: 'conflict' } });
    script.push('Refunded.');
    expect(await approvals.runs.resume(runId)).toMatchObject({ status: 'completed' });
    expect(desk.done).toHaveLength(1);
    const { body } = await read(await ask(`${path}/events`, { as: 'boss' }));
    const types = (body['items'] as { readonly type: string; readonly by?: string }[]).map(({ type, by }) => [
      type,
      by,
    ]);
    expect(types).toContainEqual(['PARKED', undefined]);
    expect(types).toContainEqual(['RETRIED', 'ada']);
    expect(JSON.stringify(body)).not.toContain('away');
  });

  it('ends if a person cancels it', async () => {
    const { post, approvals, runId } = await serve();
    const { version } = await approvals.runs.get(runId);
    expect(await post('cancel', 'ada', { 'if-match': `"${version}"` })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    expect((await approvals.runs.list({ parked: true })).items).toEqual([]);
  });
});
