import { expect, it } from 'vitest';
import { agentTool, type ChatClient } from 'toolgate';
import { type AgentToolCallback, chatClientToken } from 'toolgate/chat';
import { approveOne, bootAgents, runStatuses } from './agents.fixture.js';
import { Desk } from './approval.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastTexts } from '../story.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

onEveryStore('an agent whose prompt calls another agent first, inside the same call', (open) => {
  /** @param task the task of its own turn; the other agent refunds */
  const boot = async (task: string) =>
    bootAgents({
      providers: [
        {
          provide: 'twice',
          inject: [chatClientToken('inner'), 'agent'],
          useFactory: (client: ChatClient, agent: AgentToolCallback) =>
            agentTool({
              client,
              name: 'twice',
              description: 'Hands a task to two agents',
              requiresApproval: false,
              prompt: async (_input, context) => {
                await agent.call('{"task":"refund"}', context).catch(() => {});
                return task;
              },
            }),
        },
      ],
      options: { store: await open(), client: { tools: [Desk, 'twice'] } },
    });

  it('cannot wait for both: the turns around them fail, and nothing is pending', async () => {
    const booted = await boot('refund');
    const { chat, approvals, refunds } = booted;
    const failure = (await rejectionOf(chat.prompt('twice').call().content())) as Error;
    expect(failure.cause).toMatchObject({ name: 'NestedSuspensionException', toolName: 'twice' });
    expect(await runStatuses(booted)).toEqual([]);
    expect(await approvals.list()).toEqual({ items: [] });
    expect(refunds()).toEqual([]);
  });

  it('waits for the other one, whose answer is the result of the call', async () => {
    const booted = await boot('find');
    const { chat, desk, model } = booted;
    const { runId, inside } = await waits(chat.prompt('twice').call());
    expect(inside).toMatchObject([{ toolName: 'twice', approvals: [{ toolName: 'refund' }] }]);
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toBe('Done: twice.');
    expect(lastTexts(model)).toEqual(['Done: refund.']);
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['find', 'refund']);
  });
});
