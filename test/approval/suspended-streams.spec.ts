import { expect, it } from 'vitest';
import { z } from 'zod';
import { ChatClient, SafeGuardAdvisor } from 'toolgate';
import {
  ANY_TENANT,
  type Approver,
  askForTools,
  denyOverrides,
  HumanApprovalStrategy,
  RunNotFoundException,
  ToolApprovalDecision,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { HIGHEST_PRECEDENCE, StructuredOutputValidationAdvisor } from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { readAll, rejectionOf, textOfParts } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
const find = toolCall('find', { order: 'A-1' }, 'c0');
const refund = (order: string, id: string) => toolCall('refund', { order, amount: 70 }, id);

const asksUnlessGone = denyOverrides(
  ToolApprovalStrategy.of((_tool, { order }) =>
    order === 'A-9' ? ToolApprovalDecision.reject('it was refunded before') : ToolApprovalDecision.abstain(),
  ),
  askForTools('refund'),
);

onEveryStore('the stream of a turn that waits', (open) => {
  it('ends with the verdict on every call of the batch', async () => {
    const batch = callsTools(find, refund('A-9', 'c1'), refund('A-1', 'c2'));
    const { app } = await bootDesk(new ScriptedChatModel([batch]), {
      store: await open(),
      approval: { strategy: asksUnlessGone },
    });
    const stream = app.get(ChatClient).prompt('Refund').tools(Desk).stream();
    const parts = await readAll(stream);
    const outcome = await stream.outcome();
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    expect(Object.keys(outcome).sort()).toEqual(['approvals', 'runId', 'status']);
    expect(parts.slice(-2)).toMatchObject([{ type: 'tool-approval-request', toolCallId: 'c2', round: 0 }, {}]);
    expect(parts.at(-1)).toEqual({
      type: 'suspended',
      runId: outcome.runId,
      round: 0,
      batch: [
        { toolCallId: 'c0', toolName: 'find', verdict: 'run' },
        { toolCallId: 'c1', toolName: 'refund', verdict: 'reject', reason: 'it was refunded before' },
        { toolCallId: 'c2', toolName: 'refund', verdict: 'wait' },
      ],
    });
    await app.close();
  });

  it.each([
    ['its text, which passed', 'Let me see. ', 'Let me see. '],
    ['no text, because it was blocked', 'It is poison. ', ''],
  ])('reports what it waits for behind a guard of its answer, with %s', async (_, said, shown) => {
    const guard = new SafeGuardAdvisor({ words: ['poison'], answer: true, order: HIGHEST_PRECEDENCE + 100 });
    const { app } = await bootDesk(new ScriptedChatModel([callsTools(said, refund('A-1', 'c1'))]), {
      store: await open(),
      client: { tools: [Desk], advisors: [guard] },
    });
    const stream = app.get(ChatClient).prompt('Refund').stream();
    const parts = await readAll(stream);
    expect((await stream.outcome()).status).toBe('suspended');
    expect(parts.slice(-2).map(({ type }) => type)).toEqual(['tool-approval-request', 'suspended']);
    expect(textOfParts(parts)).toBe(shown);
    await app.close();
  });

  it('reports what it waits for outside of a validation, if the application brought the calls', async () => {
    const schema = z.object({ done: z.boolean() });
    const validation = new StructuredOutputValidationAdvisor({ schema, order: HIGHEST_PRECEDENCE + 100 });
    const { app } = await bootDesk(new ScriptedChatModel([]), {
      store: await open(),
      client: { tools: [Desk], advisors: [validation] },
    });
    const response = {
      message: callsTools(refund('A-1', 'c1')),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    const parts = await readAll(app.get(ChatClient).prompt('Refund').continueFrom(response).stream());
    expect(parts.slice(-2).map(({ type }) => type)).toEqual(['tool-approval-request', 'suspended']);
    await app.close();
  });

  it('has the actual rounds, even if it is read again, and if another process resumed the turn', async () => {
    const script = [callsTools(find), callsTools(refund('A-1', 'c1'), refund('A-2', 'c2')), 'Done.'];
    const { app, approvals } = await bootDesk(new ScriptedChatModel(script), { store: await open() });
    const chat = app.get(ChatClient);
    const { runId, approvals: asked } = await waits(chat.prompt('Refund').tools(Desk).call());
    const waiting = await readAll(chat.resume(runId).stream());
    expect(waiting.map(({ type, round }) => [type, round])).toEqual([
      ['tool-approval-request', 1],
      ['tool-approval-request', 1],
      ['suspended', 1],
    ]);
    await approvals.decide(asked[0]!.id, yes(asked[0]!), GRACE);
    await approvals.decide(asked[1]!.id, { ...yes(asked[1]!), decision: 'reject', reason: 'too much' }, GRACE);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    const followed = await readAll(chat.resume(runId).stream());
    expect(followed.map(({ type, round }) => [type, round])).toEqual([
      ['tool-result', 1],
      ['tool-rejected', 1],
      ['tool-result', 1],
      ['text-delta', 2],
      ['finish', 2],
    ]);
    expect(followed[1]).toMatchObject({ toolCallId: 'c2', approvalId: asked[1]!.id, reason: 'too much' });
    await app.close();
  });
});

onEveryStore('the messages of a run', (open) => {
  const start = async () => {
    const model = new ScriptedChatModel([callsTools(refund('A-1', 'c1')), 'Done.']);
    const strategy = new HumanApprovalStrategy();
    const booted = await bootDesk(model, { store: await open(), approval: { strategy } });
    const chat = booted.app.get(ChatClient);
    const prompt = chat.prompt('Refund A-1').system('Be brief.').tools(Desk).toolContext({ tenant: 'acme' });
    const { runId, first } = await waits(prompt.call());
    return { ...booted, chat, runId, first };
  };

  it('are visible to its requester while it waits and afterwards', async () => {
    const { app, approvals, chat, runId, first } = await start();
    const ada = { id: 'ada', tenant: 'acme' };
    const waiting = await approvals.runs.messages(runId, ada);
    expect(waiting.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(waiting).toMatchObject([{ content: [{ text: 'Refund A-1' }] }, { content: [{ toolCallId: 'c1' }] }]);
    await approvals.decide(first.id, yes(first), { id: 'grace', tenant: 'acme' });
    await chat.resume(runId).call().content();
    const ended = await approvals.runs.messages(runId, ada);
    expect(ended.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    await app.close();
  });

  const others: readonly Approver[] = [
    { id: 'grace', tenant: 'acme', roles: ['lead'] },
    { id: 'ada', tenant: 'other' },
    { id: 'ada' },
    { id: 'ada', tenant: ANY_TENANT },
  ];

  it.each(others)('are not found by any other person: $id', async (by) => {
    const { app, approvals, runId } = await start();
    expect(await rejectionOf(approvals.runs.messages(runId, by))).toBeInstanceOf(RunNotFoundException);
    await expect(approvals.runs.messages(runId, undefined as never)).rejects.toThrow('The approver cannot be read');
    await app.close();
  });
});
