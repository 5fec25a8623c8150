import { expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Advise, Advisor, type AdvisorChain, ChatClient, type ChatClientRequest, Tool, ToolContext } from 'toolgate';
import { type ApprovalStore, type ChangeRun, type StoreChange } from 'toolgate/approval';
import { userMessage } from 'toolgate/model';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
} from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, type OpenStore, statusesOf, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
const SAID = 'What was said before. '.repeat(50);

/** Records what each change writes. */
class Writes extends FaultInjectingApprovalStore {
  readonly written: StoreChange<unknown>[] = [];

  override change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    return super.change(run, (state, now) => {
      const written = change(state, now);
      if (written.events?.length) this.written.push(written);
      return written;
    });
  }

  /** The types of the events of each change. */
  eventTypes(): readonly string[] {
    return this.written.map(({ events }) => events!.map(({ type }) => type).join(' '));
  }
}

/** Reads, in each body, the stored state of its call. */
@Injectable()
class Till {
  readonly seen: string[] = [];
  store!: ApprovalStore;

  @Tool({ description: 'Pay', requiresApproval: true })
  async pay(amount: number, { runId, idempotencyKey }: ToolContext) {
    const { run, approvals } = (await this.store.state(runId))!;
    const slot = run.slots.find((kept) => kept.idempotencyKey === idempotencyKey)!;
    const { status } = approvals.find(({ id }) => id === slot.approval)!;
    this.seen.push(`${slot.index} ${slot.state} ${status}`);
    return `Paid ${amount}`;
  }
}

const start = async (
  open: OpenStore,
  script: readonly ScriptedAnswer[],
  advisors: readonly never[] | unknown[] = [],
) => {
  const store = new Writes(await open());
  const model = new ScriptedChatModel(script);
  const client = { tools: [Desk, Till] };
  const providers = [Till, ...(advisors as [])];
  const booted = await bootDesk(model, { store, client }, { providers });
  const till = booted.app.get(Till);
  till.store = store;
  const chat = booted.app.get(ChatClient);
  /** Starts a turn, approves everything, and forgets all earlier writes. */
  const approved = async (): Promise<string> => {
    const { runId, approvals } = await waits(chat.prompt({ messages: [userMessage(SAID)] }).call());
    for (const approval of approvals) await booted.approvals.decide(approval.id, yes(approval), GRACE);
    store.written.length = 0;
    return runId;
  };
  return { ...booted, store, model, till, chat, approved };
};

const find = (order: string) => callsTools(toolCall('find', { order }, `call-${order}`));
const pays = (count: number) =>
  callsTools(...Array.from({ length: count }, (_, amount) => toolCall('pay', { amount }, `call-${amount}`)));

onEveryStore('a turn that resumes', (open) => {
  it('writes earlier messages once, and makes two transactions per round', async () => {
    const rounds = Array.from({ length: 12 }, (_, round) => find(`A-${round + 10}`));
    const { app, store, model, chat, approved } = await start(open, [pays(1), ...rounds, 'Done.']);
    const runId = await approved();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(store.eventTypes()).toEqual([
      'RESUMED',
      'EXECUTING',
      'SUCCEEDED',
      ...rounds.flatMap(() => ['BATCH STARTED', 'FINISHED']),
      'ANSWERED',
      'COMPLETED',
    ]);
    const checkpoints = store.written.flatMap(({ checkpoint }) => (checkpoint ? [JSON.stringify(checkpoint)] : []));
    expect(checkpoints).toHaveLength(rounds.length + 1);
    expect(checkpoints.filter((text) => text.includes(SAID))).toEqual([]);
    const sizes = checkpoints.slice(1, -1).map(({ length }) => length);
    // Numbers get longer.
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(5);
    const { loop, answer } = (await store.checkpoint(runId))!;
    expect(loop.exchanges).toHaveLength(2 * rounds.length + 2);
    expect([...loop.history, loop.response.message]).toEqual(model.prompts.at(-1)!.messages.slice(0, -1));
    expect(answer!.message.content).toEqual([{ type: 'text', text: 'Done.' }]);
    expectPaired(model);
    await app.close();
  });

  it('writes calls that start together, or end together, in one transaction, and each before its body', async () => {
    const { app, store, till, chat, approved } = await start(open, [pays(40), 'Done.']);
    const runId = await approved();
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(till.seen.toSorted()).toEqual(
      Array.from({ length: 40 }, (_, index) => `${index} started EXECUTING`).toSorted(),
    );
    // Sixteen calls run concurrently, and each of them waits for the store: far fewer than two transactions per call.
    expect(store.written.length).toBeLessThanOrEqual(20);
    const { run, approvals } = (await store.state(runId))!;
    expect(run.slots.map(({ state, attempt }) => `${state} ${attempt}`)).toEqual(approvals.map(() => 'done 1'));
    expect(new Set(statusesOf(approvals))).toEqual(new Set(['pay SUCCEEDED']));
    await app.close();
  });

  it('saves a batch and its starts once if the reply to that write is lost', async () => {
    const { app, store, model, desk, chat, approved } = await start(open, [pays(1), find('A-1'), 'Done.']);
    const runId = await approved();
    let isLost = false;
    store.plan = ({ method }) => {
      if (method !== 'change' || isLost || !store.eventTypes().at(-1)?.startsWith('SUCCEEDED')) return 'ok';
      isLost = true;
      return 'lost-reply';
    };
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect([isLost, desk.done]).toEqual([true, ['find A-1']]);
    expect((await store.events(runId)).filter(({ type }) => type === 'BATCH' || type === 'STARTED')).toHaveLength(2);
    expect((await store.checkpoint(runId))!.loop.exchanges).toHaveLength(4);
    expectPaired(model);
    await app.close();
  });

  it('writes the whole checkpoint for a loop that starts again, and resumes with it', async () => {
    @Injectable()
    @Advise({ around: 'turn' })
    class Again extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain) {
        yield* chain.copy(this).next(request);
        const messages = [userMessage('Look again.')];
        return yield* chain.next({ ...request, messages });
      }
    }
    const script = [pays(1), find('A-1'), 'First.', find('A-2'), find('A-3'), 'Second.'];
    const { app, store, model, desk, chat, approved } = await start(open, script, [Again]);
    const runId = await approved();
    expect(await chat.resume(runId).call().content()).toBe('Second.');
    expect(desk.done).toEqual(['find A-1', 'find A-2', 'find A-3']);
    const kinds = store.written.flatMap(({ checkpoint }) =>
      checkpoint ? ['step' in checkpoint ? checkpoint.step : 'whole'] : [],
    );
    // The saved answer has the usage of both loops. This advisor returns that of the second one, so it is written again.
    expect(kinds).toEqual([1, 2, 'whole', 1, 2, 2]);
    const { loop, answer, steps } = (await store.checkpoint(runId))!;
    expect(loop.history[0]).toEqual(userMessage('Look again.'));
    expect([loop.exchanges.length, steps]).toEqual([8, 2]);
    expect(answer!.message.content).toEqual([{ type: 'text', text: 'Second.' }]);
    expectPaired(model);
    await app.close();
  });
});
