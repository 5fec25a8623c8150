import { expect, it } from 'vitest';
import { ChatClient, ToolApprovalDecision } from 'toolgate';
import type { Approve } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { lastTexts } from '../story.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, waits } from './waiting.fixture.js';

onEveryStore('an approval that lapses after its run was claimed, and before its call starts', (open) => {
  it.each(['call', 'stream'] as const)('does not let the call run: %s()', async (mode) => {
    const clock = new VirtualClock();
    const strategy: Approve = ({ metadata }, _args, { phase }) => {
      if (phase === 'resume') clock.advance(600);
      return metadata.requiresApproval ? ToolApprovalDecision.ask() : ToolApprovalDecision.abstain();
    };
    const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 })), 'Done.']);
    const { app, approvals, desk } = await bootDesk(model, {
      store: await open(clock),
      client: { tools: ['refund'] },
      approval: { strategy, approvalLapsesInMs: 1000 },
    });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund').call());
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    clock.advance(500);
    expect(await chat.resume(runId)[mode]().outcome()).toMatchObject({ content: 'Done.' });
    expect(desk.done).toEqual([]);
    expect(lastTexts(model)).toEqual(['Tool execution was denied: its approval was not used in time']);
    expect((await approvals.get(first.id)).status).toBe('LAPSED');
    expectPaired(model);
    await app.close();
  });
});
