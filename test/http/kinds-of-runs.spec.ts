import { expect, it } from 'vitest';
import { GatedCalls } from 'toolgate';
import { approvalsClient } from 'toolgate/http/client';
import { onEveryDatabase } from '../approval/on-every-database.fixture.js';
import { runOf } from '../approval/gated-calls.fixture.js';
import { read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

const INPUT = { order: 'A-1', amount: 5 };

onEveryDatabase('the list of runs at the door', (open) => {
  it.each(platforms)('is filtered by kind, page by page, on $name', async (platform) => {
    const { store } = await open();
    const { app, approvals, ask, origin, wait } = await serveDoor(platform, { store });
    const { runId: turn } = await wait();
    const calls = [];
    for (const requestId of ['first', 'second']) {
      const toolContext = { tenant: 'acme' };
      calls.push(runOf(await app.get(GatedCalls).call('refund', INPUT, { requestId, toolContext })));
    }
    const requester = { id: 'ada', tenant: 'acme' };
    const external = await approvals.request({
      tool: 'pay',
      arguments: {},
      requirement: {},
      requester,
      requestId: 'x',
    });
    const { runs } = approvalsClient({
      baseUrl: `${origin}/approvals`,
      headers: () => ({ authorization: 'Person ann' }),
    });

    expect((await runs.list()).items.map(({ kind }) => kind)).toEqual(['turn', 'call', 'call', 'external']);
    expect((await runs.list({ kind: 'turn' })).items.map(({ id }) => id)).toEqual([turn]);
    expect((await runs.list({ kind: 'external' })).items.map(({ id }) => id)).toEqual([external.runId]);
    const page = await runs.list({ kind: 'call', limit: 1, status: 'suspended' });
    const next = await runs.list({ kind: 'call', limit: 1, cursor: page.cursor! });
    expect([...page.items, ...next.items].map(({ id }) => id)).toEqual(calls);
    expect((await runs.list({ kind: 'call', status: 'completed' })).items).toEqual([]);

    const refused = await read(await ask('approvals/runs?kind=job'));
    expect(refused).toMatchObject({ status: 400, body: { problem: 'bad-request' } });
    expect(String(refused.body['detail'])).toContain('turn, call, external');
    expect((await read(await ask('approvals/runs?kind=call&kind=turn'))).status).toBe(400);
    expect((await read(await ask('approvals/runs?kind=call', { as: 'eve' }))).body['items']).toEqual([]);
    await app.close();
  });
});
