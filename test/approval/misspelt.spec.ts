import { describe, expect, it } from 'vitest';
import { ChatClient, HumanApprovalStrategy, ToolApprovalDecision } from 'toolgate';
import { ApprovalDecisionException, askForTools, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });

const waiting = async () => {
  const desk = await bootDesk(new ScriptedChatModel([callsTools(refund), 'Done.']));
  const suspended = await waits(desk.app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
  return { ...desk, suspended };
};

describe('a misspelt name', () => {
  it.each([
    [{ editedArgs: { amount: 1 } }, { id: 'grace' }, '"editedArgs" is unknown'],
    [{ decision: 'respond' }, { id: 'grace' }, 'It has no response'],
    [{}, { id: 'grace', tenantId: 'acme' }, '"tenantId" is unknown'],
  ])('never makes a decision: %j by %j', async (slip, by, said) => {
    const { approvals, suspended, app } = await waiting();
    const { first } = suspended;
    const decision = approvals.decide(first.id, { ...yes(first), ...slip } as never, by as never);
    await expect(decision).rejects.toThrow(said);
    await expect(decision).rejects.toMatchObject({
      problem: 'bad-decision',
    } satisfies Partial<ApprovalDecisionException>);
    expect((await approvals.get(first.id)).votes).toEqual([]);
    await app.close();
  });

  it('never weakens a requirement', async () => {
    const ask = () => ToolApprovalDecision.ask({ fourEye: true } as never);
    const { app, desk } = await bootDesk(new ScriptedChatModel([callsTools(refund)]), { approval: { strategy: ask } });
    const call = app.get(ChatClient).prompt('Refund A-1').tools(Desk).call();
    await expect(call.content()).rejects.toThrow('in its requirement "fourEye" is unknown');
    expect(desk.done).toEqual([]);
    expect(() => new HumanApprovalStrategy({ tool: ['refund'] } as never)).toThrow('"tool" is unknown');
    await app.close();
  });

  it.each([true, false])(
    'is rejected if it is an option that is not supported yet: noStanding %o',
    async (noStanding) => {
      const requirement = { noStanding } as never;
      const problem = '"noStanding" is not supported, because there are no standing approvals. Remove it';
      expect(() => new HumanApprovalStrategy({ requirement })).toThrow(problem);
      expect(() => new HumanApprovalStrategy({ tools: { refund: requirement } })).toThrow(problem);
      expect(() => askForTools('refund', requirement)).toThrow(problem);
      const strategy = () => ToolApprovalDecision.ask(requirement);
      const { app, desk } = await bootDesk(new ScriptedChatModel([callsTools(refund)]), { approval: { strategy } });
      const call = app.get(ChatClient).prompt('Refund A-1').tools(Desk).call();
      await expect(call.content()).rejects.toThrow(problem);
      expect(desk.done).toEqual([]);
      await app.close();
    },
  );

  it('is rejected in a filter of a list', async () => {
    const { approvals, app } = await waiting();
    await expect(approvals.list({ run: 'x' } as never)).rejects.toThrow('"run" is unknown');
    await expect(approvals.list({ status: 'pending' as never })).rejects.toThrow('the status "pending" is unknown');
    await expect(approvals.runs.list({ status: 'PENDING' as never })).rejects.toThrow(
      'the status "PENDING" is unknown',
    );
    await app.close();
  });
});

describe('a call whose outcome is unknown', () => {
  it('is named in the outcome of its run', async () => {
    let now = 0;
    const store = new InMemoryApprovalStore(() => now);
    const { app, approvals, desk } = await bootDesk(new ScriptedChatModel([callsTools(refund), 'Done.']), { store });
    const chat = app.get(ChatClient);
    const { first, runId } = await waits(chat.prompt('Refund A-1').tools(Desk).call());
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    desk.refund = () => new Promise<string>(() => {}) as never;
    const lost = chat.resume(runId).call().outcome();
    lost.catch(() => {});
    while ((await approvals.get(first.id)).status !== 'EXECUTING') await new Promise(setImmediate);
    now += 60_000;
    const outcome = await chat.resume(runId).call().outcome();
    expect(outcome).toEqual({
      status: 'suspended',
      runId,
      approvals: [],
      unknown: [{ index: 0, toolCallId: expect.any(String), toolName: 'refund' }],
    });
    await expect(chat.resume(runId).call().content()).rejects.toThrow('the outcome of "refund" is unknown');
  });
});
