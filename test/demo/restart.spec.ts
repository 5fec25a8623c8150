import { afterEach, describe, expect, it, vi } from 'vitest';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import { startDeskProcess } from './desk-process.fixture.js';
import { newDatabase, openDesk } from './desk.fixture.js';

const MINUTES = 120_000;

vi.setConfig({ testTimeout: MINUTES, hookTimeout: MINUTES });

const ends: (() => Promise<unknown>)[] = [];

/** Starts a process that a test kills. */
const start = async (database: string) => {
  const desk = await startDeskProcess(database);
  ends.push(desk.kill);
  return desk;
};

/** Starts the demo again in the process of the test, which has not opened the database before. */
const startAgain = async (database: string) => {
  const desk = await openDesk(database, new OfflineSupportModel());
  ends.push(() => desk.app.close());
  return desk;
};

afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

const REFUNDED = { status: 'refunded', refunded: 70, amount: 80 };

describe('a demo that was killed and started again', () => {
  it('lists a refund that waited, refunds it once after its approval, and updates the conversation', async () => {
    const database = newDatabase();
    const before = await start(database);
    const waiting = await before.ask('Refund 70 of order A-1043');
    expect(waiting).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'refund', revision: 1 }] });
    expect(await before.order('A-1043')).toMatchObject({ status: 'paid', refunded: 0 });
    await before.kill();

    const after = await start(database);
    const { items } = await after.as('grace').list({ status: 'PENDING' });
    expect(items).toEqual([expect.objectContaining({ ...waiting.approvals[0], runId: waiting.runId })]);
    expect(await after.decide(items[0]!)).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
    expect(await after.ended(waiting.runId)).toEqual({
      runId: waiting.runId,
      status: 'completed',
      approvals: [],
      content: 'I refunded €70 of order A-1043.',
    });
    expect(await after.order('A-1043')).toMatchObject(REFUNDED);

    expect((await after.decide(items[0]!)).body.status).toBe('SUCCEEDED');
    expect((await after.ask('What became of it?')).content).toBe('My last answer was: I refunded €70 of order A-1043.');
    expect((await after.ask('What did I ask before?')).content).toContain('"Refund 70 of order A-1043"');
  });

  it('resumes a refund that was approved just before the kill, and refunds it once', async () => {
    const database = newDatabase();
    const before = await start(database);
    const { runId, approvals } = await before.ask('Refund 70 of A-1043 and e-mail the customer');
    expect((await before.decide(approvals[0]!)).status).toBe(200);
    await before.kill();

    const after = await startAgain(database);
    expect((await after.ended(runId)).content).toMatch(/^I refunded €70 of order A-1043\. I e-mailed ann@example\.com/);
    expect(await after.order('A-1043')).toMatchObject(REFUNDED);
    expect(await after.read('outbox')).toHaveLength(1);
  });
});
