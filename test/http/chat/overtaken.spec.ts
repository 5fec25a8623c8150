import { afterEach, describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, FaultInjectingApprovalStore, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { platforms } from '../platforms.fixture.js';
import { asked, clientsOn, openChat, serveChat, shown } from './chat.fixture.js';

const batch = (order: string): ScriptedAnswer =>
  callsTools(
    `Order ${order}.`,
    toolCall('find', { order }, `find-${order}`),
    toolCall('refund', { order, amount: 5 }, `refund-${order}`),
  );

const ANN = { id: 'ann', tenant: 'acme' };
const FIRST = ['Order A-1.', ['output-available', 'A-1 is there'], ['output-available', 'Refunded 5 for A-1']];
const SECOND = ['Order A-2.', ['output-available', expect.objectContaining({ status: 'waiting' })]];
const ENDED = [
  ...FIRST,
  'Order A-2.',
  ['output-available', 'A-2 is there'],
  ['output-available', 'Refunded 5 for A-2'],
];

describe.each(platforms)('a chat on $name whose turn another instance resumes before it is read', (platform) => {
  const apps: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  describe.each(clientsOn(platform))('in the client of $name', ({ ai }) => {
    /** A chat that waits, and another instance, which shares only the store of approvals. */
    const start = async (rest: readonly ScriptedAnswer[]) => {
      const shared = new InMemoryApprovalStore();
      const store = new FaultInjectingApprovalStore(shared);
      const served = await serveChat(platform, { script: [batch('A-1')], approval: { store } });
      const other = await serveChat(platform, { script: rest, approval: { store: shared } });
      apps.push(served.app, other.app);
      const { chat, ended } = openChat(ai, served);
      await chat.sendMessage({ text: 'Refund both' });
      const runId = chat.messages.at(-1)!.id;
      const decide = async () => {
        const [one] = (await other.approvals.list({ runId, status: 'PENDING' })).items;
        const { revision, argsHash } = one!;
        await other.approvals.decide(one!.id, { decisionId: one!.id, decision: 'approve', revision, argsHash }, ANN);
      };
      const resumeElsewhere = () => other.app.get(ChatClient).resume(runId).call().outcome();
      /** Lets the other instance act before this one writes to the store for the nth time from now on. */
      const overtakeAt = (nth: number, act: () => Promise<unknown>): void => {
        let writes = 0;
        store.plan = ({ method }) => (method === 'change' && ++writes === nth ? { waitFor: act() } : 'ok');
      };
      return { ...served, chat, ended, runId, decide, resumeElsewhere, overtakeAt };
    };

    it('shows what the turn has done since, and what it waits for now, after a reload', async () => {
      const { chat, decide, resumeElsewhere, overtakeAt, origin } = await start([batch('A-2'), 'Done.']);
      await decide();
      const { chat: loaded } = openChat(ai, { origin, init: { messages: chat.messages.slice(0, 1) } });
      overtakeAt(1, resumeElsewhere);
      await loaded.resumeStream();
      expect(loaded.error).toBeUndefined();
      expect(shown(loaded)).toEqual([...FIRST, ...SECOND, ['approval-requested']]);
    });

    it('shows it in the message whose call the page decides', async () => {
      const { chat, ended, resumeElsewhere, overtakeAt } = await start([batch('A-2'), 'Done.']);
      overtakeAt(2, resumeElsewhere);
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual([...FIRST, ...SECOND, ['approval-requested']]);
    });

    it('shows the whole answer in that message if the turn has ended', async () => {
      const { chat, ended, decide, resumeElsewhere, overtakeAt } = await start([batch('A-2'), 'Done.']);
      overtakeAt(2, async () => {
        await resumeElsewhere();
        await decide();
        await resumeElsewhere();
      });
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(chat.error).toBeUndefined();
      expect(shown(chat)).toEqual([...ENDED, 'Done.']);
    });
  });
});
