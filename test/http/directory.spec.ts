import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import {
  ApproverDirectory,
  type CurrentApprover,
  type EligibleApprover,
  InMemoryApprovalStore,
  StoreUnavailableException,
} from 'toolgate/approval';
import { callsTools, toolCall } from 'toolgate/testing';
import { serveAgent } from './ag-ui/ag-ui.fixture.js';
import { decision, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

/** The people of the application; it can be stopped. */
class People extends ApproverDirectory {
  isDown = false;
  readonly roles = new Map<string, readonly string[]>([
    ['ann', ['finance']],
    ['bob', ['finance']],
  ]);

  current(id: string): CurrentApprover | undefined {
    if (this.isDown) throw new Error('The directory is down.');
    const roles = this.roles.get(id);
    return roles && { roles };
  }

  eligible(): readonly EligibleApprover[] {
    if (this.isDown) throw new Error('The directory is down.');
    return [...this.roles].filter(([, roles]) => roles.includes('finance')).map(([id]) => ({ id }));
  }
}

describe.each(platforms)('the door over a directory of approvers on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async () => {
    const people = new People();
    const door = await serveDoor(platform, {
      requirement: { approvers: { roles: ['finance'], quorum: 2 } },
      providers: [{ provide: ApproverDirectory, useValue: people }],
    });
    app = door.app;
    const approval = await door.wait();
    const path = `approvals/${approval.id}`;
    const shown = async (as: string) => read(await door.ask(path, { as }));
    return { ...door, people, approval, path, shown };
  };

  afterEach(() => app?.close());

  it('shows an approval while the directory is down, without who may decide it', async () => {
    const { people, shown, logs, ask, path, approval } = await serve();
    expect((await shown('ann')).body).toMatchObject({ canDecide: true, eligible: [{ id: 'ann' }, { id: 'bob' }] });
    people.isDown = true;
    const { status, body } = await shown('ann');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: approval.id, status: 'PENDING', arguments: { order: 'A-1', amount: 5 } });
    expect(body).not.toHaveProperty('canDecide');
    expect(body).not.toHaveProperty('eligible');
    const lines = logs.filter((line) => line.includes('ApproverDirectory failed'));
    expect(lines).toEqual([expect.stringContaining(`the approval ${approval.id} of the run ${approval.runId}`)]);
    expect(lines.join()).not.toMatch(/A-1|amount/);
    // A decision needs the directory.
    expect(await read(await ask(`${path}/decisions`, { body: decision(approval) }))).toMatchObject({
      status: 503,
      body: { problem: 'unavailable' },
    });
  });

  it('answers an approval that the person may not see as missing, also while the directory is down', async () => {
    const { people, shown } = await serve();
    people.isDown = true;
    expect(await shown('eve')).toMatchObject({ status: 404, body: { problem: 'not-found' } });
  });

  it('lets a person of AG-UI answer again once it is up', async () => {
    const [people, store] = [new People(), new InMemoryApprovalStore()];
    people.roles.set('ada', []);
    const providers = [{ provide: ApproverDirectory, useValue: people }];
    const { app: served, open, script, desk } = await serveAgent(platform, { providers, store });
    app = served;
    script.push(callsTools(toolCall('refund', { order: 'A-1', amount: 5 })), 'Refunded.');
    people.isDown = true;
    const page = open();
    await page.ask('Refund A-1');
    expect(page.interrupts).toMatchObject([{ reason: 'tool_call' }]);
    await page.answer({ approved: true });
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'unavailable' });
    people.isDown = false;
    const { change } = store;
    store.change = () => Promise.reject(new StoreUnavailableException(new Error('a secret')));
    await page.answer('cancel');
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'unavailable' });
    expect(JSON.stringify(page.end())).not.toContain('secret');
    store.change = change;
    await page.answer({ approved: true });
    expect(page.texts()).toEqual(['Refunded.']);
    expect(desk.done).toHaveLength(1);
  });

  it('states with the present roles whether the person may decide, as the vote does', async () => {
    const { people, shown, ask, path, approval } = await serve();
    // The session of bob has no role, and the one of ann still has the role that she loses here.
    people.roles.set('ann', ['clerk']);
    expect((await shown('ann')).body).toMatchObject({ canDecide: false, eligible: [{ id: 'bob' }] });
    expect((await shown('bob')).body).toMatchObject({ canDecide: true });
    expect((await shown('boss')).body).toMatchObject({ canDecide: false });
    const vote = (as: string) => ask(`${path}/decisions`, { as, body: decision(approval, { decisionId: as }) });
    expect((await vote('ann')).status).toBe(403);
    const voted = (await read(await vote('bob'))).body;
    expect(voted).toMatchObject({ status: 'PENDING', votes: [{ voter: 'bob' }] });
    // Only a read asks the directory again.
    expect(voted).not.toHaveProperty('canDecide');
    people.roles.set('ann', ['finance']);
    expect((await read(await vote('ann'))).body).toMatchObject({ status: 'APPROVED', canDecide: false });
  });
});
