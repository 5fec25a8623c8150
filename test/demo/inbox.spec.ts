import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';

let desk: RunningDesk;

beforeEach(async () => {
  desk = await openDesk(newDatabase(), new OfflineSupportModel());
});

afterEach(() => desk.app.close());

it('the inbox of the desk has its name, and lists its people', async () => {
  const page = await fetch(`${desk.url}/approvals/inbox`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await desk.read('approvals/inbox/settings.json')).toEqual({
    name: 'Support desk',
    color: '#0f766e',
    people: [
      { id: 'sam', name: 'Sam (clerk)' },
      { id: 'grace', name: 'Grace (manager)' },
      { id: 'ann', name: 'Ann Baker (customer)' },
      { id: 'ben', name: 'Ben Carter (customer)' },
      { id: 'gina', name: 'Gina Diaz (customer)' },
    ],
  });
});

it('the person who is chosen on the page decides, as the roles of the person allow', async () => {
  const { approvals } = await desk.ask('Refund order A-1043');
  const { id, revision, argsHash } = approvals[0]!;
  const decide = (person: string): Promise<Response> =>
    fetch(`${desk.url}/approvals/${id}/decisions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `toolgate-person=${person}`,
        origin: desk.url,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ decisionId: person, decision: 'approve', revision, argsHash }),
    });
  expect((await decide('sam')).status).toBe(403);
  expect((await decide('grace')).status).toBe(200);
});

it.each(['approvals', 'Approvals', 'APPROVALS/counts'])('a customer reads no approvals at /%s', async (path) => {
  const headers = { 'x-toolgate-person': 'ben' };
  expect((await fetch(`${desk.url}/${path}`, { headers })).status).toBe(403);
});

it('the inbox asks twice before it approves a cancellation, because its tool is destructive', async () => {
  for (const question of ['Cancel A-1050', 'Refund order A-1043']) await desk.ask(question);
  const { items } = await desk.as('grace').list();
  expect(Object.fromEntries(items.map(({ toolName, hints }) => [toolName, hints]))).toEqual({
    cancelOrder: { destructive: true },
    refund: undefined,
  });
});
