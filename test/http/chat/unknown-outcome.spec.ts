import { expect, it } from 'vitest';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, toolCall, VirtualClock } from 'toolgate/testing';
import { LEASE_MS, until } from '../../approval/lost-process.fixture.js';
import { deferred } from '../../story.fixture.js';
import { decision } from '../door.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { openChat, serveChat, shown } from './chat.fixture.js';
import { stockClients } from './stock-client.fixture.js';

const BOSS = { id: 'boss', tenant: 'acme', administrator: true };

it('a chat states that the outcome of a call is unknown, and continues after an administrator has reported it', async () => {
  const clock = new VirtualClock();
  const store = new InMemoryApprovalStore(clock.now);
  const served = await serveChat(platforms[1], {
    script: [callsTools(toolCall('refund', { order: 'A-1', amount: 5 }, 'r')), 'Refunded.'],
    approval: { store, leaseMs: LEASE_MS },
  });
  const { approvals, desk } = served;
  const gate = deferred<string>();
  Object.assign(desk, { refund: () => gate.promise });
  const [, { ai }] = stockClients;
  const { chat } = openChat(ai, served);
  await chat.sendMessage({ text: 'Refund A-1' });
  const [approval] = (await approvals.list({ status: 'PENDING' })).items;
  await approvals.decide(approval!.id, decision(approval!) as never, { id: 'ann', tenant: 'acme' });
  const { runId } = approval!;
  const lost = approvals.runs.resume(runId).catch(() => {});
  await until(store, runId, ({ slots }) => slots[0]?.state === 'started');
  clock.advance(LEASE_MS);
  await approvals.runs.reconcile(runId, undefined, BOSS);
  const readAgain = async (): Promise<readonly unknown[]> => {
    chat.messages = chat.messages.slice(0, 1);
    await chat.resumeStream();
    return shown(chat);
  };
  const text = 'The outcome of this call is unknown. The turn waits until it is known.';
  expect(await readAgain()).toEqual([['output-available', { status: 'waiting', text }]]);
  expect(chat.messages.at(-1)?.metadata).toMatchObject({ waits: true });
  await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'succeeded', value: 'Paid' } }, BOSS);
  expect(await readAgain()).toEqual([['output-available', 'Paid'], 'Refunded.']);
  gate.resolve('late');
  await lost;
  await served.app.close();
});
