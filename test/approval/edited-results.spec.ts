import { expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { HumanApprovalStrategy } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { lastResults } from '../story.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };

onEveryStore('the result of a call whose arguments an approver edited', (open) => {
  it('states to the model which arguments ran', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 }, 'c1')), 'Done.']);
    const strategy = new HumanApprovalStrategy({ requirement: { allowEdit: true } });
    const { app, approvals, desk } = await bootDesk(model, { store: await open(), approval: { strategy } });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk).call());
    const editedArguments = { order: 'A-1', amount: 40 };
    await approvals.decide(first.id, { ...yes(first), editedArguments }, GRACE);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toEqual([expect.stringContaining('refund A-1 40')]);
    const [result] = lastResults(model);
    expect(result).toMatchObject({ outcome: { type: 'success' } });
    expect(result!.output).toEqual({
      type: 'text',
      text: expect.stringMatching(
        /^A person changed the arguments .*\{"amount":40,"order":"A-1"\}\nRefunded 40 for A-1$/,
      ),
    });
    expect((await approvals.runs.get(runId)).slots[0]!.result).toEqual(result);
    await app.close();
  });

  it('does not mention arguments that stayed the same', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 }, 'c1')), 'Done.']);
    const { app, approvals } = await bootDesk(model, { store: await open() });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk).call());
    await approvals.decide(first.id, yes(first), GRACE);
    await chat.resume(runId).call().content();
    expect(lastResults(model)[0]!.output).toEqual({ type: 'text', text: 'Refunded 70 for A-1' });
    await app.close();
  });
});
