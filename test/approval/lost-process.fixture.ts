import { Injectable } from '@nestjs/common';
import { ChatClient, Tool, ToolContext, ToolParam } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore, type StoredRun } from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import type { KnownOutcome } from 'toolgate/tool';
import { settled } from '../story.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';

/** The length of the lease of a lost process. */
export const LEASE_MS = 30_000;

/**
 * The state that all processes of a test share: the effects of bodies, and what reconciliation finds out about them.
 */
export interface Outside {
  readonly started: string[];
  readonly asked: string[];
  body: (order: string) => unknown;
  known: (order: string) => KnownOutcome | undefined;
}

/** A tool class over this shared state. */
export const tillOver = (outside: Outside) => {
  @Injectable()
  class Till {
    @Tool({ description: 'Refunds an order', requiresApproval: true, reconcile: 'wasRepaid' })
    repay(@ToolParam() order: string, context: ToolContext): unknown {
      outside.started.push(`${order} ${context.idempotencyKey} ${context.attempt}`);
      return outside.body(order);
    }

    async wasRepaid(order: string, { idempotencyKey, data, transient }: ToolContext) {
      outside.asked.push(JSON.stringify({ order, idempotencyKey, ...data, ...transient }));
      return outside.known(order);
    }

    @Tool({ description: 'Pays an order out', requiresApproval: true })
    pay(@ToolParam() order: string, context: ToolContext): unknown {
      return this.repay(order, context);
    }

    @Tool({ description: 'Refunds an order, once for a key', requiresApproval: true, idempotent: true })
    repayOnce(@ToolParam() order: string, context: ToolContext): unknown {
      return this.repay(order, context);
    }
  }
  return Till;
};

const never = (): Promise<never> => new Promise(() => {});

/** A process that started the body of an approved call, and was lost before the body returned. */
export const lostProcess = async (tool: string, orders: readonly string[] = ['A-1']) => {
  const outside: Outside = { started: [], asked: [], body: never, known: () => undefined };
  const clock = new VirtualClock();
  const store = new InMemoryApprovalStore(clock.now);
  const calls = callsTools(...orders.map((order, index) => toolCall(tool, { order }, `c${index}`)));
  const first = await processOver(outside, store, [calls]);
  const chat = first.app.get(ChatClient);
  const outcome = await chat.prompt('Refund').toolContext({ user: 'ada' }).tools(tool).call().outcome();
  if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
  for (const approval of outcome.approvals) {
    await first.approvals.decide(approval.id, yes(approval, approval.id), { id: 'grace' });
  }
  const lost = chat.resume(outcome.runId).call().outcome();
  lost.catch(() => {});
  while (outside.started.length < orders.length) await settled();
  clock.advance(LEASE_MS);
  return { outside, clock, store, first, lost, runId: outcome.runId, tool, approvals: outcome.approvals };
};

/** Another process over the same store. */
export const processOver = (
  outside: Outside,
  store: InMemoryApprovalStore,
  script: readonly ScriptedAnswer[],
  worker = false,
) => {
  const model = new ScriptedChatModel(script);
  const metadata = { providers: [tillOver(outside)] };
  return bootDesk(model, { store, approval: { worker, shutdownMs: 1 } }, metadata).then((booted) => ({
    ...booted,
    model,
  }));
};

/** Waits until a worker has brought a run into the expected state. */
export const until = async (
  store: Pick<ApprovalStore, 'state'>,
  id: string,
  is: (run: StoredRun) => boolean,
): Promise<StoredRun> => {
  for (;;) {
    const { run } = (await store.state(id))!;
    if (is(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
