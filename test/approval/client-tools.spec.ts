import { describe, expect, it } from 'vitest';
import {
  ChatClient,
  clientTool,
  createToolgate,
  functionTool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
} from 'toolgate';
import { ANY_TENANT, type ApprovalStore, type Approver, type DecideApproval } from 'toolgate/approval';
import { userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { augmentTools, ToolApprovalPendingException } from 'toolgate/tool';
import { z } from 'zod';
import { rejectionOf } from '../chat/chat.fixture.js';
import { failureOf, lastResults, lastTexts } from '../story.fixture.js';
import { Askers } from './approval.fixture.js';
import { expectPaired, onEveryStore, statusesOf, waits } from './waiting.fixture.js';

const locate = clientTool({
  name: 'locate',
  description: 'Where the user is',
  inputSchema: z.object({ precise: z.boolean() }),
  outputSchema: z.object({ city: z.string() }),
});
const confirm = clientTool({
  name: 'confirm',
  description: 'Asks the user',
  outputSchema: { type: 'boolean' },
  expiresInMs: 60_000,
});
const ADA = { id: 'ada' };

const boot = async (
  store: ApprovalStore,
  script: ConstructorParameters<typeof ScriptedChatModel>[0],
  strategy: ToolApprovalStrategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.abstain()),
  memory = false,
) => {
  const ran: string[] = [];
  const log = functionTool({ name: 'log', requiresApproval: false, run: () => void ran.push('log') });
  const model = new ScriptedChatModel(script);
  const approval = { store, requester: new Askers(), worker: false, onMessage: 'supersede' } as const;
  const tools = [locate, confirm, log];
  const toolgate = await createToolgate({ model, memory, logger: false, tools, strategy, approval });
  const answer = (
    { id, revision, argsHash }: { id: string; revision: number; argsHash: string },
    change: Partial<DecideApproval> = {},
    by: Approver = ADA,
  ) => toolgate.approvals.decide(id, { decisionId: 'd1', decision: 'respond', revision, argsHash, ...change }, by);
  return { ...toolgate, model, ran, answer };
};

const asksWhere = callsTools(toolCall('locate', { precise: true, extra: 1 }), toolCall('log'));

onEveryStore('the call of a client tool', (open) => {
  it('suspends the turn until its requester answers, and the model receives the answer', async () => {
    const { chat, answer, model, ran, approvals, close } = await boot(await open(), [asksWhere, 'You are in Rome.']);
    const turn = await waits(chat.prompt('Where am I?').call());
    expect(turn.first).toMatchObject({ toolName: 'locate', arguments: { precise: true }, answeredBy: 'requester' });
    expect(ran).toEqual([]);
    const record = await answer(turn.first, { response: { city: 'Rome', extra: 1 } });
    expect(record).toMatchObject({ status: 'RESPONDED', answeredBy: 'requester', response: { city: 'Rome' } });
    expect(await chat.resume(turn.runId).call().content()).toBe('You are in Rome.');
    expect(lastResults(model).map(({ output, outcome }) => [output, outcome.type])).toEqual([
      [{ type: 'json', value: { city: 'Rome' } }, 'responded'],
      [{ type: 'text', text: 'Done' }, 'success'],
    ]);
    expect(ran).toEqual(['log']);
    expect(statusesOf((await approvals.list()).items)).toEqual(['locate RESPONDED']);
    expectPaired(model);
    await close();
  });

  it('accepts an answer only from its requester, and only as a response', async () => {
    const { chat, answer, approvals, close } = await boot(await open(), [asksWhere, 'You are in Rome.']);
    const { first } = await waits(chat.prompt('Where am I?').call());
    const response = { city: 'Rome' };
    const others: Approver[] = [{ id: 'grace' }, { id: 'ada', tenant: ANY_TENANT }, { id: 'grace', roles: ['admin'] }];
    for (const by of others) {
      await expect(answer(first, { response }, by)).rejects.toMatchObject({ problem: 'not-eligible' });
    }
    await expect(answer(first, { response }, { id: 'ada', tenant: 'other' })).rejects.toMatchObject({
      problem: 'not-found',
    });
    for (const decision of ['approve', 'reject'] as const) {
      await expect(answer(first, { decision })).rejects.toMatchObject({
        problem: 'bad-decision',
        message: expect.stringContaining('send the decision "respond", or cancel the approval'),
      });
    }
    expect(statusesOf((await approvals.list()).items)).toEqual(['locate PENDING']);
    await close();
  });

  it('validates its answer against the schema, and accepts one answer only', async () => {
    const { chat, answer, close } = await boot(await open(), [callsTools(toolCall('confirm')), 'Thanks.']);
    const { first, runId } = await waits(chat.prompt('Ask me').call());
    await expect(answer(first, { response: 'yes' })).rejects.toMatchObject({
      problem: 'bad-decision',
      message: expect.stringContaining('Invalid answer for "confirm"'),
    });
    await expect(answer(first, { response: null })).rejects.toMatchObject({ problem: 'bad-decision' });
    await answer(first, { response: false });
    expect(await answer(first, { response: false })).toMatchObject({ status: 'RESPONDED', response: false });
    await expect(answer(first, { decisionId: 'd2', response: true })).rejects.toMatchObject({ problem: 'conflict' });
    expect(await chat.resume(runId).call().content()).toBe('Thanks.');
    await close();
  });

  it('can be canceled, and the model receives the cancellation', async () => {
    const { chat, approvals, model, close } = await boot(await open(), [
      callsTools(toolCall('confirm')),
      'Never mind.',
    ]);
    const { first, runId } = await waits(chat.prompt('Ask me').call());
    await approvals.cancel(first.id, ADA, 'the user closed the window');
    expect(await chat.resume(runId).call().content()).toBe('Never mind.');
    expect(lastResults(model)[0]!.outcome).toMatchObject({ type: 'denied', decision: 'cancel' });
    await close();
  });

  it('is rejected by a strategy like any other call, and a strategy that asks a person fails the turn', async () => {
    const never = ToolApprovalStrategy.alwaysReject('not from here');
    const rejecting = await boot(await open(), [callsTools(toolCall('confirm')), 'No.'], never);
    expect(await rejecting.chat.prompt('Ask me').call().content()).toBe('No.');
    expect(lastResults(rejecting.model)[0]!.outcome).toMatchObject({ type: 'denied', reason: 'not from here' });
    await rejecting.close();
    const asks = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
    const asking = await boot(await open(), [callsTools(toolCall('confirm'))], asks);
    await expect(asking.chat.prompt('Ask me').call().content()).rejects.toThrow(
      'The gate asks a person about "confirm", but a client tool already waits for its requester\'s answer.',
    );
    await asking.close();
  });

  it('appears in a stream as a request that its requester answers', async () => {
    const { chat, close } = await boot(await open(), [callsTools(toolCall('confirm'))]);
    const parts = [];
    try {
      for await (const part of chat.prompt('Ask me').stream()) parts.push(part);
    } catch (error) {
      expect(error).toBeInstanceOf(ToolApprovalPendingException);
    }
    expect(parts.filter(({ type }) => type === 'tool-approval-request')).toMatchObject([
      { toolName: 'confirm', answeredBy: 'requester' },
    ]);
    await close();
  });

  it('cannot be answered while its tool is missing, and still waits', async () => {
    const store = await open();
    const first = await boot(store, [callsTools(toolCall('confirm'))]);
    const turn = await waits(first.chat.prompt('Ask me').call());
    const other = await createToolgate({ logger: false, approval: { store, requester: new Askers(), worker: false } });
    const { id, revision, argsHash } = turn.first;
    const command = { decisionId: 'd1', decision: 'respond', revision, argsHash, response: true } as const;
    await expect(other.approvals.decide(id, command, ADA)).rejects.toThrow('This process has no client tool "confirm"');
    expect(await first.answer(turn.first, { response: true })).toMatchObject({ status: 'RESPONDED' });
    await other.close();
    await first.close();
  });

  it('expires after its own time, and the other calls run', async () => {
    const clock = new VirtualClock();
    const script = [callsTools(toolCall('confirm'), toolCall('log')), 'You did not answer.'];
    const { chat, answer, model, ran, close } = await boot(await open(clock), script);
    const { first, runId } = await waits(chat.prompt('Ask me').call());
    clock.advance(59_999);
    expect((await waits(chat.resume(runId).call())).first.id).toBe(first.id);
    clock.advance(1);
    await expect(answer(first, { response: true })).rejects.toMatchObject({ problem: 'gone' });
    expect(await chat.resume(runId).call().content()).toBe('You did not answer.');
    expect(lastTexts(model)).toEqual(['Tool execution was denied: it was not answered in time', 'Done']);
    expect(ran).toEqual(['log']);
    await close();
  });

  it.each(['is canceled', 'is superseded', 'fails'])('is remembered after its answer if the turn %s', async (end) => {
    const script = [callsTools(toolCall('confirm')), end === 'fails' ? new Error('Bad prompt.') : 'Hello.', 'Hello.'];
    const { chat, answer, model, approvals, close } = await boot(await open(), script, undefined, true);
    const { runId, first } = await waits(chat.prompt('Pay').conversation('c').call());
    await answer(first, { response: true });
    if (end === 'is canceled') await approvals.runs.cancel(runId, ADA);
    if (end === 'fails') await rejectionOf(chat.resume(runId).call().content());
    expect(await chat.prompt('Hi').conversation('c').call().content()).toBe('Hello.');
    // The client may have paid, so the model must not request it again.
    expect(model.prompts.at(-1)!.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    await close();
  });
});

describe('a client tool', () => {
  it('never runs, neither without a gate nor by calling it directly', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('confirm'))]);
    const turn = ChatClient.create(model, { tools: [confirm] })
      .prompt('Ask me')
      .call()
      .content();
    expect(await rejectionOf(failureOf(turn))).toBeInstanceOf(ToolApprovalPendingException);
    await expect(confirm.call('{}')).rejects.toThrow('"confirm" is a client tool and has no body to run.');
  });

  it('is pending in a custom loop', async () => {
    const { manager, close } = await createToolgate({ logger: false, tools: [confirm] });
    const message = callsTools(toolCall('confirm'));
    const response = { message, finishReason: { unified: 'tool-calls' }, usage: {} } as const;
    const result = await manager.executeToolCalls({ messages: [userMessage('Hi')] }, response, { tools: [confirm] });
    expect(result).toMatchObject({ type: 'pending', calls: [{ call: { toolName: 'confirm' } }] });
    await close();
  });

  it('validates the arguments of the model first', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('locate', { precise: 'very' })), 'End.']);
    await ChatClient.create(model, { tools: [locate] })
      .prompt('Hi')
      .call()
      .content();
    expect(lastResults(model)[0]!.outcome).toEqual({ type: 'error', kind: 'invalid-arguments' });
  });

  it('throws on creation if it is invalid, with what to write instead', async () => {
    expect(() => clientTool({ name: '' })).toThrow('clientTool() has no name');
    expect(() => clientTool({ name: 'x', outputSchema: 5 as never })).toThrow(
      'clientTool("x"): 5 is not a schema. Pass a schema, a DTO class, or a list with one of them.',
    );
    expect(() => clientTool({ name: 'x', expiresInMs: 0 })).toThrow(
      'clientTool("x"): `expiresInMs` must be a number above 0. Pass a number of milliseconds, or leave it out.',
    );
    expect(() => clientTool({ name: 'x', returnDirect: true } as never)).toThrow(
      'clientTool("x"): `returnDirect` is not an option. Use one of: name, description, inputSchema, requiresApproval, tags, hints, strict, inputExamples, providerOptions, outputSchema, expiresInMs.',
    );
    const augmented = augmentTools([confirm], { schema: z.object({ why: z.string() }), consume: () => {} });
    const prompt = ChatClient.create(new ScriptedChatModel(['Hi']))
      .prompt('Hi')
      .tools(augmented);
    await expect(prompt.call().content()).rejects.toThrow('augmentTools(): "confirm" is a client tool');
  });
});
