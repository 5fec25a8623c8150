import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { OfflineSupportModel } from './model/offline-support.model.js';

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
