import { describe, expect, it } from 'vitest';
import { ChatClient, HumanApprovalStrategy, type ToolgateModuleOptions } from 'toolgate';
import { ApprovalDecisionException, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const start = async (toolCalling?: ToolgateModuleOptions['toolCalling']) => {
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 })), 'Done.']);
  const { app, approvals } = await bootDesk(model, {
    store: new InMemoryApprovalStore(),
    client: { tools: [Desk] },
    approval: { strategy: new HumanApprovalStrategy({ requirement: { allowEdit: true } }) },
    ...(toolCalling && { toolCalling }),
  });
  const { first } = await waits(app.get(ChatClient).prompt('Refund A-1').call());
  const edit = (more: object) =>
    approvals.decide(
      first.id,
      { ...yes(first), editedArguments: { order: 'A-1', amount: 5, ...more } as never },
      { id: 'grace' },
    );
  return { app, approvals, first, edit };
};

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('edited arguments', () => {
  it.each([
    ['values', 'must have at most 10000 values', { more: Array.from({ length: 10_000 }, () => 0) }],
    ['levels', 'must be nested at most 100 levels deep', { more: nested(100) }],
  ])('are refused with too many %s, like those of a model, and the question stays open', async (_, problem, more) => {
    const { app, approvals, first, edit } = await start();
    const error = (await rejectionOf(edit(more))) as ApprovalDecisionException;
    expect(error).toBeInstanceOf(ApprovalDecisionException);
    expect(error.problem).toBe('bad-edit');
    expect(error.message).toContain(`Invalid arguments for "refund": ${problem}.`);
    expect(await approvals.get(first.id)).toMatchObject({ status: 'PENDING', revision: 1, votes: [], edits: [] });
    await app.close();
  });

  it('have the limit that the application configures', async () => {
    const { app, edit } = await start({ arguments: { maxBytes: 30 } });
    expect(((await rejectionOf(edit({ more: 'x' }))) as Error).message).toContain('must have at most 30 bytes');
    expect(await edit({})).toMatchObject({ arguments: { order: 'A-1', amount: 5 } });
    await app.close();
  });
});
