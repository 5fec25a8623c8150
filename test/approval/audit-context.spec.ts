import { describe, expect, it } from 'vitest';
import { ChatClient, type ToolApprovalContext, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { approvalGate } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { PreparedCall } from 'toolgate/tool';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { toCall } from './composition.fixture.js';
import { waits } from './waiting.fixture.js';

const find = toolCall('find', { order: 'A-1' });
const refund = (amount: number) => toolCall('refund', { order: 'A-1', amount }, `refund-${amount}`);

const numbersOf = ({ counts }: ToolApprovalContext) =>
  counts && [counts.rounds, counts.total, Object.fromEntries(counts.perTool)];

describe('the arguments and context of a strategy', () => {
  it('cannot be changed by the strategy in any phase: the call runs as it was approved', async () => {
    const seen: unknown[] = [];
    const strategy = ToolApprovalStrategy.of((_tool, args, { phase, data }) => {
      const changes = [Reflect.set(args, 'amount', 9999), Reflect.set(data['of'] as object, 'tenant', 'other')];
      seen.push([phase, ...changes]);
      return ToolApprovalDecision.ask({ allowEdit: true });
    });
    const model = new ScriptedChatModel([callsTools(refund(3)), 'Done.']);
    const { app, approvals, desk } = await bootDesk(model, { approval: { strategy } });
    const chat = app.get(ChatClient);
    const prompt = chat.prompt('Go').toolContext({ of: { tenant: 'acme' } });
    const { runId, first } = await waits(prompt.tools(Desk).call());
    const editedArguments = { order: 'A-1', amount: 4 };
    const edited = await approvals.decide(first.id, { ...yes(first), editedArguments }, { id: 'grace' });
    expect(edited.arguments).toEqual(editedArguments);
    await chat.resume(runId).call().content();
    await app.close();
    expect(seen).toEqual(['first', 'edit', 'resume'].map((phase) => [phase, false, false]));
    expect(desk.done).toEqual([`refund A-1 4 ${runId}:0:0`]);
  });
});

describe('the call counts of a turn', () => {
  it('are passed to the strategy in every phase and include the calls of the batch', async () => {
    const seen: unknown[] = [];
    const strategy = ToolApprovalStrategy.of((_tool, { amount }, context) => {
      seen.push([context.phase, amount, numbersOf(context)]);
      return Number(amount) > 2 ? ToolApprovalDecision.ask({ allowEdit: true }) : ToolApprovalDecision.approve();
    });
    const model = new ScriptedChatModel([callsTools(find, refund(1)), callsTools(refund(2), refund(3)), 'Done.']);
    const { app, approvals } = await bootDesk(model, { approval: { strategy } });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Go').tools(Desk).call());
    const editedArguments = { order: 'A-1', amount: 4 };
    await approvals.decide(first.id, { ...yes(first), editedArguments }, { id: 'grace' });
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
    const second = [1, 4, { find: 1, refund: 3 }];
    expect(seen).toEqual([
      ['first', 1, [0, 2, { find: 1, refund: 1 }]],
      ['first', 2, second],
      ['first', 3, second],
      ['edit', 4, second],
      ['resume', 2, second],
      ['resume', 4, second],
    ]);
  });

  it('let a strategy limit the calls of a turn', async () => {
    const strategy = ToolApprovalStrategy.of(({ definition: { name } }, _args, { counts }) =>
      (counts?.perTool.get(name) ?? 0) > 1 ? ToolApprovalDecision.reject('one a turn') : ToolApprovalDecision.approve(),
    );
    const model = new ScriptedChatModel([callsTools(refund(1)), callsTools(refund(2)), 'Done.']);
    const { app, desk } = await bootDesk(model, { approval: { strategy } });
    expect(await app.get(ChatClient).prompt('Go').tools(Desk).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('are absent when an application calls a gate by itself', async () => {
    const seen: unknown[] = [];
    const gate = approvalGate(
      ToolApprovalStrategy.of((_tool, _args, context) => {
        seen.push(numbersOf(context));
        return ToolApprovalDecision.approve();
      }),
    );
    const [callback, input, context] = toCall();
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'refund', input: '{}' } as const;
    const prepared: PreparedCall = { index: 0, call, callback, input, value: input, context };
    await gate.decide([prepared], { context: context.turn, round: 0, emit: () => {} });
    expect(seen).toEqual([undefined]);
  });
});
