import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

let desk: RunningDesk;

beforeAll(async () => {
  desk = await openDesk(newDatabase(), new OfflineSupportModel());
  await desk.ask('Refund 70 of A-1043 and cancel A-1050');
});

afterAll(() => desk.app.close());

const list = async (query: string) => {
  const response = await fetch(`${desk.url}/approvals${query}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const toolsOf = (items: readonly ListedApprovalBody[]) => items.map(({ toolName }) => toolName);

describe('the filters of GET /approvals', () => {
  it.each([
    ['?status=pending', 'status'],
    ['?status=', 'status'],
    ['?status=__proto__', 'status'],
    ['?status=constructor', 'status'],
    ['?cursor=', 'cursor'],
    ['?cursor=first', 'cursor'],
    ['?cursor=1&cursor=2', 'cursor'],
    ['?limit=0', 'limit'],
    ['?limit=501', 'limit'],
    ['?limit=many', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=', 'limit'],
    ['?staus=PENDING', 'staus'],
    ['?status[a]=PENDING', 'status[a]'],
  ])('reject an invalid value, and name the parameter: %s', async (query, name) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ problem: 'bad-request', detail: expect.stringContaining(name) });
  });

  it('list the approvals page by page', async () => {
    const sam = desk.as('sam');
    const whole = await sam.list();
    const first = await sam.list({ status: 'PENDING', limit: 1 });
    const second = await sam.list({ status: 'PENDING', limit: 1, cursor: first.cursor! });
    expect([whole, first, second].map(({ items }) => toolsOf(items))).toEqual([
      ['refund', 'cancelOrder'],
      ['refund'],
      ['cancelOrder'],
    ]);
  });

  it('select the approvals that a person may decide', async () => {
    expect(toolsOf((await desk.as('sam').list({ decidable: true })).items)).toEqual(['cancelOrder']);
    expect(toolsOf((await desk.as('grace').list({ decidable: true })).items)).toEqual(['refund', 'cancelOrder']);
  });
});
