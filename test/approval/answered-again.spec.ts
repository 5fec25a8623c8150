import { expect, it } from 'vitest';
import { Injectable, type Provider } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import {
  Advise,
  Advisor,
  type AdvisorChain,
  type ChatClientRequest,
  HIGHEST_PRECEDENCE,
  StructuredOutputValidationAdvisor,
} from 'toolgate/chat';
import type { AssistantMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const SCHEMA = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] } as const;
const GOOD = '{"order": "A-1"}';
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }));
const find = (order: string) => toolCall('find', { order }, `find-${order}`);
const LATE = 'The audit is away.';
const away = new Error('The model is away.');

// Around the loop, so that each further answer comes from a loop of its own.
const order = HIGHEST_PRECEDENCE + 250;
const useFactory = () => new StructuredOutputValidationAdvisor({ schema: SCHEMA, order });
const validation = { provide: StructuredOutputValidationAdvisor, useFactory };

/** Fails once, after the turn has been answered. */
@Injectable()
@Advise({ around: 'turn' })
class Audit extends Advisor {
  private failures = 1;

  async *advise(request: ChatClientRequest, chain: AdvisorChain) {
    const response = yield* chain.next(request);
    if (this.failures-- > 0) throw new Error(LATE);
    return response;
  }
}

/** A turn whose refund was approved, and whose first attempt has failed after the first loop had answered. */
const failedAttempt = async (
  open: OpenStore,
  script: readonly ScriptedAnswer[],
  providers: readonly Provider[],
  toolCalling = {},
) => {
  const model = new ScriptedChatModel(script);
  const options = { store: await open(), client: { tools: [Desk] }, toolCalling };
  const booted = await bootDesk(model, options, { providers: [...providers] });
  const chat = booted.app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Refund A-1').call());
  await booted.approvals.decide(first.id, yes(first), { id: 'grace' });
  await rejectionOf(chat.resume(runId).call().content());
  return { ...booted, model, chat, runId };
};

onEveryStore('a turn that failed after its first loop had answered', (open) => {
  it.each<[string, AssistantMessage, readonly string[]]>([
    ['a call', callsTools(find('B-2')), ['find B-2']],
    ['more calls than before', callsTools(find('B-2'), find('C-3')), ['find B-2', 'find C-3']],
  ])('runs %s of its second loop on the next attempt', async (_, next, expected) => {
    const script = [refund, 'It is done.', away, next, GOOD];
    const { app, chat, runId, desk, model } = await failedAttempt(open, script, [validation]);
    expect(await chat.resume(runId).call().content()).toBe(GOOD);
    expect(desk.done.slice(1)).toEqual(expected);
    expectPaired(model);
    await app.close();
  });

  it('saves the answer of its second loop too, so that no later attempt asks the model again', async () => {
    const script = [refund, 'It is done.', away, GOOD];
    const { app, chat, runId, model } = await failedAttempt(open, script, [Audit, validation]);
    expect(String(await rejectionOf(chat.resume(runId).call().content()))).toContain(LATE);
    const asked = model.prompts.length;
    expect(await chat.resume(runId).call().content()).toBe(GOOD);
    expect(model.prompts.length).toBe(asked);
    await app.close();
  });

  it('counts the calls of its first loop on the next attempt', async () => {
    const script = [refund, 'It is done.', away, callsTools(find('B-2')), GOOD];
    const limits = { totalCalls: 1 };
    const { app, chat, runId, desk } = await failedAttempt(open, script, [validation], { limits });
    await chat.resume(runId).call().content();
    expect(desk.done.slice(1)).toEqual([]);
    await app.close();
  });

  it('reports the usage of its whole turn on the next attempt', async () => {
    const usage = { inputTokens: 10, outputTokens: 1, totalTokens: 11 };
    const answer = { message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }, usage } as const;
    const script = [{ message: refund, usage }, answer];
    const { app, chat, runId } = await failedAttempt(open, script, [Audit]);
    const { usage: total } = await chat.resume(runId).call().chatResponse();
    expect(total).toMatchObject({ inputTokens: 20, outputTokens: 2 });
    await app.close();
  });
});

onEveryStore('a turn that waits again in its second loop', (open) => {
  const usage = { inputTokens: 10 };
  const used = (message: AssistantMessage): ScriptedAnswer => ({ message, usage });
  const again = callsTools(toolCall('refund', { order: 'B-2', amount: 1 }));
  const start = async (script: readonly ScriptedAnswer[], providers: readonly Provider[]) => {
    const model = new ScriptedChatModel(script);
    const options = { store: await open(), client: { tools: [Desk] } };
    const { app, approvals } = await bootDesk(model, options, { providers: [...providers] });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').call());
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    const { first: second } = await waits(chat.resume(runId).call());
    await approvals.decide(second.id, yes(second), { id: 'grace' });
    return { app, chat, runId };
  };

  it.each(['call', 'stream'] as const)('reports the usage of both loops, in a %s', async (mode) => {
    const script = [refund, callsTools('It is done.'), again, callsTools(GOOD)].map(used);
    const { app, chat, runId } = await start(script, [validation]);
    const outcome = await chat.resume(runId)[mode]().outcome();
    expect(outcome.chatResponse?.usage).toEqual({ inputTokens: 40 });
    await app.close();
  });

  it('reports it on the next attempt too, if it fails after its answer', async () => {
    const script = [refund, callsTools('It is done.'), again, callsTools('Still done.'), callsTools(GOOD)].map(used);
    const { app, chat, runId } = await start(script, [Audit, validation]);
    expect(String(await rejectionOf(chat.resume(runId).call().content()))).toContain(LATE);
    const { usage: total } = await chat.resume(runId).call().chatResponse();
    expect(total).toEqual({ inputTokens: 50 });
    await app.close();
  });
});
