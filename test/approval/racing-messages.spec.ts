import { expect, it } from 'vitest';
import { causeOf, ChatClient, ChatMemory, ChatTurnException } from 'toolgate';
import { ApprovalConflictException, type ApprovalStore, type Approver } from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { told } from '../memory/memory.fixture.js';
import { deferred } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onRacingConnections } from './on-every-database.fixture.js';
import { expectPaired, statusesOf, until, waits } from './waiting.fixture.js';

const GRACE: Approver = { id: 'grace' };
const refund = (order: string) => toolCall('refund', { order, amount: 70 }, `refund-${order}`);
const find = (order: string) => toolCall('find', { order }, `find-${order}`);

/** A process whose model answers each first message after all of them have been sent. */
const processOver = async (store: ApprovalStore, script: readonly ScriptedAnswer[], approval: object = {}) => {
  const model = new ScriptedChatModel(script);
  const options = { store, memory: true, client: { tools: [Desk] }, approval };
  const booted = await bootDesk(model, options);
  const chat = booted.app.get(ChatClient);
  const ask = (text: string, conversation = 'c', context: object = {}) =>
    chat.prompt(text).conversation(conversation).toolContext(context).call();
  return { ...booted, model, chat, ask };
};

onRacingConnections('two messages at once in one conversation', (open) => {
  it.each(['reject', 'supersede'])(
    'never wait both: one is refused, with nothing stored or run: %s',
    async (onMessage) => {
      const { store } = await open();
      const sent = deferred();
      const calling =
        (order: string): ScriptedAnswer =>
        async () => {
          await sent.promise;
          return callsTools(find(order), refund(order));
        };
      const one = await processOver(store, [calling('A-1'), 'Done.', callsTools(refund('A-3'))], { onMessage });
      const other = await processOver(store, [calling('A-2'), 'Done.', callsTools(refund('A-3'))], { onMessage });
      const outcomes = [one.ask('Refund A-1'), other.ask('Refund A-2')].map((call) =>
        call.outcome().catch((error: unknown) => error),
      );
      await until(() => one.model.prompts.length + other.model.prompts.length === 2);
      sent.resolve();
      const settled = await Promise.all(outcomes);

      const refused = settled.map(causeOf).filter((cause) => cause instanceof ApprovalConflictException);
      expect(refused).toHaveLength(1);
      const runs = (await store.runs({})).items;
      expect(runs.map(({ status }) => status)).toEqual(['suspended']);
      const [winner, loser] = settled[0] instanceof Error ? [other, one] : [one, other];
      const { items } = await winner.approvals.list({}, GRACE);
      expect(statusesOf(items)).toEqual(['refund PENDING']);
      expect(refused[0]).toMatchObject({
        conversation: 'c',
        runIds: [runs[0]!.id],
        approvals: [{ id: items[0]!.id, toolName: 'refund' }],
      });
      expect([one.desk.done, other.desk.done]).toEqual([[], []]);
      expect(told(await loser.app.get(ChatMemory).get('c'))).toEqual([]);

      await winner.approvals.decide(items[0]!.id, yes(items[0]!), GRACE);
      expect(await winner.chat.resume(runs[0]!.id).call().content()).toBe('Done.');
      expect(winner.desk.done).toHaveLength(2);
      expectPaired(winner.model);
      expectPaired(loser.model);
      await one.app.close();
      await other.app.close();
    },
  );

  it('may supersede each other one after the other: the refused one supersedes the other when it is sent again', async () => {
    const { store } = await open();
    const sent = deferred();
    const slowly: ScriptedAnswer = async () => {
      await sent.promise;
      return callsTools(refund('A-2'));
    };
    const script = [slowly, callsTools(refund('A-1')), callsTools(refund('A-2'))];
    const { app, ask, model, approvals } = await processOver(store, script, { onMessage: 'supersede' });
    const late = rejectionOf(ask('Refund A-2').content());
    await until(() => model.prompts.length === 1);
    const { runId } = await waits(ask('Refund A-1'));
    sent.resolve();
    expect(await late).toBeInstanceOf(ChatTurnException);
    expect(causeOf(await late)).toBeInstanceOf(ApprovalConflictException);
    const again = await waits(ask('Refund A-2'));
    expect((await approvals.runs.get(runId)).status).toBe('cancelled');
    expect((await approvals.runs.get(again.runId)).status).toBe('suspended');
    await app.close();
  });

  it('keep the completed calls of the refused turn: the memory and the error contain them', async () => {
    const { store } = await open();
    const sent = deferred();
    const slowly: ScriptedAnswer = async () => {
      await sent.promise;
      return callsTools(refund('A-2'));
    };
    const script = [callsTools(find('A-2')), slowly, callsTools(refund('A-1'))];
    const { app, ask, model, desk } = await processOver(store, script);
    const late = rejectionOf(ask('Find A-2, and refund it').content());
    await until(() => model.prompts.length === 2);
    await waits(ask('Refund A-1'));
    sent.resolve();
    const error = await late;
    expect(error).toBeInstanceOf(ChatTurnException);
    expect((error as Error).cause).toBeInstanceOf(ApprovalConflictException);
    expect(told((error as ChatTurnException).transcript)).toEqual([
      'user: Find A-2, and refund it',
      'assistant calls find',
      'tool: success',
    ]);
    expect(told(await app.get(ChatMemory).get('c')).slice(0, 3)).toEqual(told((error as ChatTurnException).transcript));
    expect(desk.done).toEqual(['find A-2']);
    await app.close();
  });

  it('wait both if they belong to two tenants', async () => {
    const { store } = await open();
    const { app, ask } = await processOver(store, [callsTools(refund('A-1')), callsTools(refund('A-2'))]);
    const both = ['acme', 'globex'].map((tenant) => waits(ask('Refund', 'c', { tenant })));
    await Promise.all(both);
    expect((await store.runs({ status: 'suspended' })).items.map(({ tenant }) => tenant).sort()).toEqual([
      'acme',
      'globex',
    ]);
    await app.close();
  });
});
