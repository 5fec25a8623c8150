import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  type ChatClientRequest,
  type ChatClientResponse,
  HIGHEST_PRECEDENCE,
} from 'toolgate/chat';
import { ToolApprovalPendingException } from 'toolgate/tool';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

/** Runs each turn twice at the same time, and returns the first answer. */
@Injectable()
class Twice extends Advisor {
  override readonly order = HIGHEST_PRECEDENCE + 1;

  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const runs = [1, 2].map(() => chain.next(request).next());
    await Promise.allSettled(runs);
    return (await runs[0])!.value as ChatClientResponse;
  }
}

const refund = toolCall('refund', { order: 'A-1', amount: 70 });

describe('a turn that waits for a person', () => {
  it('is suspended before anything of its batch runs, and resumes after it is approved', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('find', { order: 'A-1' }), refund), 'Done.']);
    const { app, desk, approvals } = await bootDesk(model);
    const chat = app.get(ChatClient);
    const outcome = await chat.prompt('Refund A-1').tools(Desk).call().outcome();
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    expect(desk.done).toEqual([]);
    const [approval] = outcome.approvals;
    expect(approval).toMatchObject({ toolName: 'refund', arguments: { order: 'A-1', amount: 70 }, revision: 1 });
    expect(await chat.resume(outcome.runId).call().outcome()).toMatchObject({ status: 'suspended' });
    await approvals.decide(approval!.id, yes(approval!), { id: 'grace' });
    expect(await chat.resume(outcome.runId).call().content()).toBe('Done.');
    expect(desk.done).toEqual(['find A-1', `refund A-1 70 ${outcome.runId}:0:1`]);
    expect(await chat.resume(outcome.runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(2);
    expect((await approvals.get(approval!.id)).status).toBe('SUCCEEDED');
    await app.close();
  });

  it('asks a person once, although an advisor runs it twice at the same time', async () => {
    const model = new ScriptedChatModel([callsTools(refund), callsTools(refund)]);
    const { app, store } = await bootDesk(model, { client: { tools: [Desk] } }, { providers: [Twice] });
    const { runId, approvals } = await waits(app.get(ChatClient).prompt('Refund A-1').call());
    expect(model.prompts).toHaveLength(2);
    const { items } = await store.approvals({});
    expect(items.map(({ id, run }) => [id, run])).toEqual([[approvals[0]!.id, runId]]);
    await app.close();
  });

  it('throws an error if the caller accepts only an answer', async () => {
    const { app } = await bootDesk(new ScriptedChatModel([callsTools(refund)]));
    const call = app.get(ChatClient).prompt('Refund A-1').tools(Desk).call();
    await expect(call.content()).rejects.toBeInstanceOf(ToolApprovalPendingException);
    await app.close();
  });

  it('ends a stream cleanly after its approval requests', async () => {
    const { app } = await bootDesk(new ScriptedChatModel([callsTools(refund)]));
    const stream = app.get(ChatClient).prompt('Refund A-1').tools(Desk).stream();
    const types: string[] = [];
    for await (const part of stream) types.push(part.type);
    expect(types.slice(-2)).toEqual(['tool-approval-request', 'suspended']);
    expect(await stream.outcome()).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'refund' }] });
    await app.close();
  });
});
