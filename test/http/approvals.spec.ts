import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

describe.each(platforms)('the door on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story?: DoorStory) => {
    const door = await serveDoor(platform, story);
    app = door.app;
    return door;
  };

  afterEach(() => app?.close());

  it('shows a person the approvals of the own tenant, and takes the decision', async () => {
    const { ask, wait, desk } = await serve();
    const approval = await wait();
    const list = await read(await ask('approvals?status=PENDING'));
    expect(list).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
    expect(list.body).toMatchObject({ items: [{ id: approval.id, toolName: 'refund', version: 1, requester: 'ada' }] });
    expect(new Date(list.body['now'] as string).getTime()).toBeGreaterThan(0);
    const one = await read(await ask(`approvals/${approval.id}`));
    expect(one.body).toMatchObject({
      arguments: { order: 'A-1', amount: 5 },
      requirement: { groups: [], fourEyes: false, allowEdit: false, onTimeout: 'reject' },
    });
    const decided = await read(await ask(`approvals/${approval.id}/decisions`, { body: decision(approval) }));
    expect(decided).toMatchObject({ status: 200, body: { status: 'APPROVED', decidedBy: 'ann' } });
    expect(desk.done).toEqual([]);
  });

  it('shows who a person is', async () => {
    const { ask } = await serve();
    expect((await read(await ask('approvals/me'))).body).toEqual({
      id: 'ann',
      tenant: 'acme',
      roles: ['finance'],
      administrator: false,
    });
    expect((await read(await ask('approvals/me', { as: 'root' }))).body).toMatchObject({
      tenant: '*',
      administrator: true,
    });
  });

  it('answers a request without a person with 401', async () => {
    const { ask, wait } = await serve();
    const { id } = await wait();
    for (const path of ['approvals', `approvals/${id}`, 'approvals/me']) {
      expect(await read(await ask(path, { as: '' }))).toEqual({
        status: 401,
        type: 'application/problem+json; charset=utf-8',
        body: {
          type: 'about:blank',
          title: 'Unauthorized',
          status: 401,
          detail: 'The request names no authenticated person. Sign in.',
          problem: 'unauthenticated',
        },
      });
    }
  });

  it('answers an invisible approval exactly like a missing one', async () => {
    const { ask, wait } = await serve();
    const { id } = await wait();
    const answer = async (path: string) => {
      const response = await ask(path, { as: 'eve' });
      const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
      return { status: response.status, headers, text: await response.text() };
    };
    const missing = await answer(`approvals/${'x'.repeat(7)}`);
    expect(missing.status).toBe(404);
    expect(await answer(`approvals/${id}`)).toEqual(missing);
  });
});
