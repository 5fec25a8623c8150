import { expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { HumanApprovalStrategy } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { provideFunctionTool } from 'toolgate/tool';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { lastResults } from '../story.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };

/** Approves a call of a tool with edited arguments, and returns the resumed turn. */
const runEdited = async (open: OpenStore, returned: unknown, returnDirect = false) => {
  const model = new ScriptedChatModel([callsTools(toolCall('look', { place: 'Rome' })), 'Done.']);
  const look = provideFunctionTool('look', {
    description: 'Looks at a place',
    inputSchema: { type: 'object', properties: { place: { type: 'string' } } },
    returnDirect,
    requiresApproval: true,
    useFactory: () => () => returned,
  });
  const strategy = new HumanApprovalStrategy({ requirement: { allowEdit: true } });
  const options = { store: await open(), approval: { strategy }, client: { tools: ['look'] } };
  const { app, approvals } = await bootDesk(model, options, { providers: [look] });
  const chat = app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Look').call());
  await approvals.decide(first.id, { ...yes(first), editedArguments: { place: 'Oslo' } }, GRACE);
  return { app, model, resumed: chat.resume(runId) };
};

const NOTE = expect.stringMatching(/^A person changed the arguments/);
const IMAGE = new Blob(['png'], { type: 'image/png' });

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

  it('does not mention edits that leave the arguments as the model wrote them', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 }, 'c1')), 'Done.']);
    const strategy = new HumanApprovalStrategy({ requirement: { allowEdit: true, approvers: { quorum: 2 } } });
    const { app, approvals } = await bootDesk(model, { store: await open(), approval: { strategy } });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk).call());
    const edit = { ...yes(first, 'd1'), editedArguments: { order: 'A-1', amount: 40 } };
    const edited = await approvals.decide(first.id, edit, GRACE);
    const takenBack = { ...yes(edited, 'd2'), editedArguments: { order: 'A-1', amount: 70 } };
    const asBefore = await approvals.decide(first.id, takenBack, { id: 'hans' });
    await approvals.decide(first.id, yes(asBefore, 'd3'), GRACE);
    await chat.resume(runId).call().content();
    expect(lastResults(model)[0]!.output).toEqual({ type: 'text', text: 'Refunded 70 for A-1' });
    await app.close();
  });

  it('states them beside JSON and files, too', async () => {
    const outputOf = async (returned: unknown) => {
      const { app, model, resumed } = await runEdited(open, returned);
      await resumed.call().content();
      await app.close();
      return lastResults(model)[0]!.output;
    };
    const value = { note: NOTE, arguments: { place: 'Oslo' }, result: { sun: true } };
    expect(await outputOf({ sun: true })).toEqual({ type: 'json', value });
    expect(await outputOf(IMAGE)).toMatchObject({
      type: 'content',
      parts: [
        { type: 'text', text: NOTE },
        { type: 'file', mediaType: 'image/png' },
      ],
    });
  });

  it('is the answer of the turn as the tool returned it, if the tool returns directly', async () => {
    const answerOf = async (returned: unknown) => {
      const { app, resumed } = await runEdited(open, returned, true);
      const { chatResponse } = await resumed.call().chatClientResponse();
      await app.close();
      return chatResponse.message.content;
    };
    expect(await answerOf('Sunny\nand warm')).toMatchObject([{ type: 'text', text: 'Sunny\nand warm' }]);
    expect(await answerOf({ sun: true })).toMatchObject([{ type: 'text', text: '{"sun":true}' }]);
    expect(await answerOf(IMAGE)).toMatchObject([{ type: 'file', mediaType: 'image/png' }]);
  });
});
