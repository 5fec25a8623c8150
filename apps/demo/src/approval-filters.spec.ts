import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ApprovalView } from 'toolgate/approval';
import { newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { OfflineSupportModel } from './model/offline-support.model.js';

jest.setTimeout(20_000);

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

describe('the filters of GET /approvals', () => {
  it.each([
    ['?status=pending', 'status must be one of PENDING, APPROVED,'],
    ['?status=', 'status must be one of PENDING'],
    ['?status=PENDING&status=APPROVED', 'status must be one of PENDING'],
    ['?status=__proto__', 'status must be one of PENDING'],
    ['?status=constructor', 'status must be one of PENDING'],
    ['?cursor=', 'cursor must be the cursor of the page before'],
    ['?cursor=first', 'cursor must be the cursor of the page before'],
    ['?cursor=1&cursor=2', 'cursor must be the cursor of the page before'],
    ['?limit=0', 'limit must be a whole number from 1 to 500'],
    ['?limit=501', 'limit must be a whole number from 1 to 500'],
    ['?limit=many', 'limit must be a whole number from 1 to 500'],
    ['?limit=1.5', 'limit must be a whole number from 1 to 500'],
    ['?limit=', 'limit must be a whole number from 1 to 500'],
    ['?staus=PENDING', 'property staus should not exist'],
    ['?status[a]=PENDING', 'property status[a] should not exist'],
  ])('reject invalid values with a sentence: %s', async (query, message) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.message).toEqual([expect.stringContaining(message)]);
  });

  it('select the approvals of each page', async () => {
    const { body: whole } = await list('');
    const all = (whole.items as ApprovalView[]).map(({ toolName }) => toolName);
    const { status, body: first } = await list('?status=PENDING&limit=1');
    const { body: second } = await list(`?status=PENDING&limit=1&cursor=${String(first.cursor)}`);
    const pages = [first, second].map(({ items }) => (items as ApprovalView[]).map(({ toolName }) => toolName));
    expect([status, all, pages]).toEqual([200, ['refund', 'cancelOrder'], [['refund'], ['cancelOrder']]]);
  });
});
