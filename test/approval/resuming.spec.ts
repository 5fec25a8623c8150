import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  Advise,
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  Tool,
  ToolCallingAdvisor,
  ToolgateModule,
} from 'toolgate';
import { RunNotFoundException } from 'toolgate/approval';
import { chatClientToken, RunEndedException } from 'toolgate/chat';
import { toolMessage, userMessage } from 'toolgate/model';
import { type ScriptedAnswer, callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolApprovalPendingException } from 'toolgate/tool';
import { readAll, rejectionOf, textOfParts } from '../chat/chat.fixture.js';
import { deferred, lastTexts } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { AsksAgain } from './asks-again.fixture.js';
import { expectPaired, onEveryStore, type OpenStore, statusesOf, waits } from './waiting.fixture.js';

const refund = (amount = 70, id = `call-${amount}`) => toolCall('refund', { order: 'A-1', amount }, id);
const find = toolCall('find', { order: 'A-1' });
const GRACE = { id: 'grace' };

@Injectable()
class Counter {
  readonly rung: string[] = [];

  @Tool({ description: 'Pay at once', requiresApproval: true, returnDirect: true })
  pay(amount: number) {
    this.rung.push(`pay ${amount}`);
    return `Paid ${amount}.`;
  }

  @Tool({ description: 'Fails', requiresApproval: true })
  fail() {
    this.rung.push('fail');
    throw new Error('The bank is closed.');
  }
}

type Options = Parameters<typeof bootDesk>[1];

const start = async (open: OpenStore, script: readonly ScriptedAnswer[], options: Options = {}) => {
  const model = new ScriptedChatModel(script);
  const client = { tools: [Desk, Counter] };
  const booted = await bootDesk(model, { store: await open(), client, ...options }, { providers: [Counter] });
  const chat = booted.app.get(ChatClient);
  /** Approves everything that waits. */
  const approveAll = async () => {
    const { items } = await booted.approvals.list({ status: 'PENDING' });
    for (const item of items) await booted.approvals.decide(item.id, yes(item), GRACE);
  };
  return { ...booted, model, chat, approveAll, rung: booted.app.get(Counter).rung };
};

onEveryStore('a turn that resumes', (open) => {
  it.each(['call', 'stream'] as const)(
    'is read by call() and by stream(), and was first read by %s()',
    async (first) => {
      for (const then of ['call', 'stream'] as const) {
        const { app, chat, desk, model, approveAll } = await start(open, [
          callsTools('I will. ', find, refund()),
          'Done.',
        ]);
        const { runId } = await waits(chat.prompt('Refund A-1')[first]());
        await approveAll();
        if (then === 'call') expect(await chat.resume(runId).call().content()).toBe('Done.');
        else {
          const parts = await readAll(chat.resume(runId).stream());
          expect(textOfParts(parts)).toBe('Done.');
          const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolName] : []));
          expect(results).toEqual(['find', 'refund']);
        }
        expect(desk.done).toEqual(['find A-1', `refund A-1 70 ${runId}:0:1`]);
        expectPaired(model);
        await app.close();
      }
    },
  );

  it('runs once, even if several callers resume it at the same time', async () => {
    const { app, chat, desk, model, approveAll } = await start(open, [callsTools(refund()), 'Done.']);
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    const stream = chat.resume(runId).stream();
    const answers = await Promise.all([
      chat.resume(runId).call().content(),
      readAll(stream).then(textOfParts),
      chat.resume(runId).call().content(),
    ]);
    expect(answers).toEqual(['Done.', 'Done.', 'Done.']);
    expect(await stream.outcome()).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(model.prompts).toHaveLength(2);
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('continues after the reader leaves its stream', async () => {
    const gate = deferred();
    const last = async () => {
      await gate.promise;
      return 'Done.';
    };
    const { app, chat, approveAll, approvals, model } = await start(open, [callsTools(refund()), last]);
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    for await (const part of chat.resume(runId).stream()) if (part.type === 'tool-result') break;
    const follower = chat.resume(runId).call().content();
    gate.resolve();
    expect(await follower).toBe('Done.');
    // No other caller had to resume it.
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'completed', fence: 1, failures: 0 });
    expect(model.aborted).toBe(0);
    await app.close();
  });

  it('is left by a follower who aborts, and continues for all others', async () => {
    const gate = deferred();
    const last = async () => {
      await gate.promise;
      return 'Done.';
    };
    const { app, chat, approveAll } = await start(open, [callsTools(refund()), last]);
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    const winner = chat.resume(runId).call().content();
    const follower = chat
      .resume(runId)
      .stream()
      .events()
      .subscribe({ error: () => {} });
    await new Promise((resolve) => setTimeout(resolve, 10));
    follower.unsubscribe();
    gate.resolve();
    expect(await winner).toBe('Done.');
    await app.close();
  });

  it('has the context that an advisor inside the loop left before it waited, as far as it is JSON', async () => {
    const seen: unknown[] = [];

    @Advise({ around: 'round' })
    class Counting extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain) {
        seen.push(request.context);
        const response = yield* chain.next(request);
        return { ...response, context: { ...request.context, [`round${request.round}`]: 'seen', open: new Map() } };
      }
    }
    const options = { client: { tools: [Desk], advisors: [new Counting()], advisorParams: { tenant: 'acme' } } };
    const script = [callsTools(find), callsTools(refund()), 'Done.'];
    const { app, chat, approveAll } = await start(open, script, options);
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approveAll();
    const { context } = (await chat.resume(runId).call().outcome()) as { context: object };
    expect(seen).toEqual([
      { tenant: 'acme' },
      { tenant: 'acme', round0: 'seen', open: new Map() },
      { tenant: 'acme', round0: 'seen', round1: 'seen' },
    ]);
    expect(context).toMatchObject({ round0: 'seen', round1: 'seen', round2: 'seen' });
    await app.close();
  });

  it('has the options and tools that beforeCall set before it waited, in call and stream', async () => {
    @Advise()
    class Careful extends ToolCallingAdvisor {
      protected override beforeCall(request: ChatClientRequest) {
        if (request.round > 0) return request;
        return { ...request, options: { ...request.options, temperature: 0, tools: [Desk] } };
      }
    }
    for (const mode of ['call', 'stream'] as const) {
      const model = new ScriptedChatModel([callsTools(refund(1)), callsTools(refund(2)), callsTools(find), 'Done.']);
      const { app, approvals } = await bootDesk(model, { store: await open() }, { providers: [Careful] });
      const chat = app.get(ChatClient);
      const { runId, first } = await waits(chat.prompt('Refund A-1')[mode]());
      await approvals.decide(first.id, yes(first), GRACE);
      const { first: second } = await waits(chat.resume(runId)[mode]());
      await approvals.decide(second.id, yes(second), GRACE);
      expect(await chat.resume(runId)[mode]().outcome()).toMatchObject({ status: 'completed', content: 'Done.' });
      const sent = model.prompts.map(({ options, tools }) => [options, tools?.map(({ name }) => name)]);
      expect(sent).toEqual(Array.from({ length: 4 }, () => [{ temperature: 0 }, ['refund', 'find']]));
      await app.close();
    }
  });

  it('has the options that an advisor around the loop sets when it resumes, also if the first round required a call', async () => {
    @Advise({ around: 'turn' })
    class Narrowing extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain) {
        const options = request.resumed ? { temperature: 0, tools: ['find'] } : { temperature: 1, tools: [Desk] };
        return yield* chain.next({ ...request, options: { ...request.options, ...options } });
      }
    }
    const model = new ScriptedChatModel([callsTools(refund(1)), 'Done.']);
    const { app, approvals } = await bootDesk(model, { store: await open() }, { providers: [Narrowing] });
    const chat = app.get(ChatClient);
    const prompt = chat.prompt('Refund A-1').options({ toolChoice: { type: 'required' } });
    const { runId, first } = await waits(prompt.call());
    await approvals.decide(first.id, yes(first), GRACE);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    const sent = model.prompts.map(({ options, tools }) => [options?.temperature, tools?.map(({ name }) => name)]);
    expect(sent).toEqual([
      [1, ['refund', 'find']],
      [0, ['find']],
    ]);
    await app.close();
  });

  it('returns its approvals as long as it waits', async () => {
    const { app, chat, approvals } = await start(open, [callsTools(refund(1), refund(2)), 'Done.']);
    const { runId, approvals: asked } = await waits(chat.prompt('Refund twice').call());
    expect(asked.map(({ arguments: { amount } }) => amount)).toEqual([1, 2]);
    await approvals.decide(asked[1]!.id, yes(asked[1]!), GRACE);
    expect(await waits(chat.resume(runId).call())).toMatchObject({ approvals: [{ id: asked[0]!.id }] });
    const parts = await readAll(chat.resume(runId).stream());
    expect(parts).toMatchObject([
      { type: 'tool-approval-request', approvalId: asked[0]!.id, runId },
      { type: 'suspended', runId, batch: [{ verdict: 'wait' }, { verdict: 'run' }] },
    ]);
    await expect(chat.resume(runId).call().content()).rejects.toBeInstanceOf(ToolApprovalPendingException);
    await app.close();
  });

  it('is not found with an unknown id or by another client', async () => {
    const model = new ScriptedChatModel([callsTools(refund()), 'Done.']);
    const support = ToolgateModule.forFeature([{ name: 'support', tools: [Desk] }]);
    const { app, approvals, desk } = await bootDesk(model, { store: await open() }, { imports: [support] });
    const [chat, named] = [app.get(ChatClient), app.get<ChatClient>(chatClientToken('support'))];
    const { runId, first } = await waits(named.prompt('Refund A-1').call());
    await approvals.decide(first.id, yes(first), GRACE);
    for (const client of [chat, named]) {
      await expect(client.resume('nobody').call().content()).rejects.toThrow('There is no run nobody.');
      expect(await rejectionOf(readAll(client.resume('nobody').stream()))).toBeInstanceOf(RunNotFoundException);
    }
    await expect(chat.resume(runId).call().content()).rejects.toBeInstanceOf(RunNotFoundException);
    expect(desk.done).toEqual([]);
    expect(await named.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('throws an error with its transcript if it was canceled', async () => {
    const { app, chat, approvals, desk } = await start(open, [callsTools(find, refund()), 'Done.']);
    const { runId } = await waits(chat.prompt('Refund A-1').call());
    await approvals.runs.cancel(runId, GRACE, 'the order was wrong');
    const error = await rejectionOf(chat.resume(runId).call().content());
    expect(error).toBeInstanceOf(RunEndedException);
    expect(error).toMatchObject({ status: 'cancelled', reason: 'the order was wrong' });
    const last = (error as RunEndedException).transcript.at(-1);
    expect(last).toMatchObject({
      role: 'tool',
      content: [{ outcome: { type: 'not-started' } }, { outcome: { type: 'denied', decision: 'cancel' } }],
    });
    expect(await rejectionOf(readAll(chat.resume(runId).stream()))).toBeInstanceOf(RunEndedException);
    expect(desk.done).toEqual([]);
    await app.close();
  });
});

onEveryStore('a batch with waiting calls', (open) => {
  it('holds allowed calls, answers rejected ones, and returns results in the order of the calls', async () => {
    const { app, chat, desk, model, approvals } = await start(open, [
      callsTools(
        refund(1, 'first'),
        toolCall('nothing', {}, 'unknown'),
        find,
        toolCall('find', '{"order":', 'malformed'),
        refund(2, 'second'),
        toolCall('refund', { order: 'A-1', amount: 'much' }, 'invalid'),
      ),
      'Done.',
    ]);
    const { runId, approvals: asked } = await waits(chat.prompt('Do it').call());
    expect(asked.map(({ toolCallId }) => toolCallId)).toEqual(['first', 'second']);
    expect(desk.done).toEqual([]);
    const [one, two] = asked;
    await approvals.decide(one!.id, { ...yes(one!), decision: 'reject', reason: 'too early' }, GRACE);
    expect((await waits(chat.resume(runId).call())).approvals).toHaveLength(1);
    expect(desk.done).toEqual([]);
    await approvals.decide(two!.id, yes(two!), GRACE);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    const message = model.prompts[1]!.messages.at(-1)!;
    if (message.role !== 'tool') throw new Error('The model received no results.');
    expect(message.content.map(({ toolCallId, outcome }) => [toolCallId, outcome.type])).toEqual([
      ['first', 'denied'],
      ['unknown', 'error'],
      ['call-find', 'success'],
      ['malformed', 'error'],
      ['second', 'success'],
      ['invalid', 'error'],
    ]);
    expect(message.content[0]!.output).toEqual({ type: 'text', text: 'Tool execution was denied: too early' });
    expect(desk.done.map((line) => line.split(` ${runId}`)[0])).toEqual(['find A-1', 'refund A-1 2']);
    expect(statusesOf((await approvals.list()).items)).toEqual(['refund REJECTED', 'refund SUCCEEDED']);
    expectPaired(model);
    await app.close();
  });

  it('asks a second and a third time in the same turn, and sums up the usage of all rounds', async () => {
    const usage = { inputTokens: 10, outputTokens: 1, totalTokens: 11 };
    const batch = (amount: number) => ({ message: callsTools(find, refund(amount)), usage });
    const { app, chat, desk, model, approvals } = await start(open, [
      batch(1),
      { message: callsTools(find), usage },
      batch(2),
      batch(3),
      { message: callsTools('Done.'), usage },
    ]);
    const { runId, first } = await waits(chat.prompt('Refund thrice').call());
    let asked = first;
    for (const amount of [2, 3]) {
      await approvals.decide(asked.id, yes(asked), GRACE);
      const again = await waits(chat.resume(runId).call());
      expect(again.runId).toBe(runId);
      expect(again.approvals).toHaveLength(1);
      expect(again.first.arguments).toEqual({ order: 'A-1', amount });
      asked = again.first;
    }
    await approvals.decide(asked.id, yes(asked), GRACE);
    const { chatResponse } = await chat.resume(runId).call().chatClientResponse();
    expect(chatResponse.usage).toEqual({ inputTokens: 50, outputTokens: 5, totalTokens: 55 });
    expect(desk.done.filter((line) => line.startsWith('refund'))).toEqual([
      `refund A-1 1 ${runId}:0:1`,
      `refund A-1 2 ${runId}:2:1`,
      `refund A-1 3 ${runId}:3:1`,
    ]);
    expect(desk.done.filter((line) => line.startsWith('find'))).toHaveLength(4);
    expectPaired(model);
    await app.close();
  });

  it('counts every answered call of the turn towards its limits, and no question', async () => {
    const limits = { callsPerTool: 3 };
    const calls = [1, 2, 3, 4].map((amount) => callsTools(refund(amount)));
    const { app, chat, desk, approveAll } = await start(open, [...calls, 'Never.'], { toolCalling: { limits } });
    const { runId } = await waits(chat.prompt('Refund on').call());
    for (const _ of [1, 2]) {
      await approveAll();
      await waits(chat.resume(runId).call());
    }
    expect(desk.done).toHaveLength(2);
    await approveAll();
    const { chatResponse } = await chat.resume(runId).call().chatClientResponse();
    expect(chatResponse.finishReason.unified).toBe('tool-call-limit');
    expect(desk.done).toHaveLength(3);
    await app.close();
  });

  it('counts the calls of an earlier loop of the turn, too', async () => {
    const model = new ScriptedChatModel([callsTools(find), 'First.', callsTools(refund()), callsTools(find), 'Never.']);
    const options = { store: await open(), client: { tools: [Desk] }, toolCalling: { limits: { totalCalls: 2 } } };
    const { app, approvals, desk } = await bootDesk(model, options, { providers: [AsksAgain] });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Find it twice').call());
    await approvals.decide(first.id, yes(first), GRACE);
    const { chatResponse } = await chat.resume(runId).call().chatClientResponse();
    expect(chatResponse.finishReason.unified).toBe('tool-call-limit');
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['find', 'refund']);
    await app.close();
  });

  it('knows the arguments of calls of an earlier loop, which may not repeat', async () => {
    const model = new ScriptedChatModel([callsTools(find), 'First.', callsTools(refund()), callsTools(find), 'End.']);
    const options = { store: await open(), client: { tools: [Desk] }, toolCalling: { limits: { repeatedCalls: 1 } } };
    const { app, approvals, desk } = await bootDesk(model, options, { providers: [AsksAgain] });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Find it twice').call());
    await approvals.decide(first.id, yes(first), GRACE);
    expect(await chat.resume(runId).call().content()).toBe('End.');
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['find', 'refund']);
    expect(lastTexts(model)).toEqual([expect.stringContaining('"find" was called once with these arguments')]);
    await app.close();
  });

  it('counts no call of the last loop twice if the prompt began with a round', async () => {
    const script = [callsTools(find), 'First.', callsTools(find), callsTools(refund()), callsTools(find), 'End.'];
    const options = { store: await open(), client: { tools: [Desk] }, toolCalling: { limits: { repeatedCalls: 3 } } };
    const { app, approvals, desk } = await bootDesk(new ScriptedChatModel(script), options, { providers: [AsksAgain] });
    const chat = app.get(ChatClient);
    const outcome = { type: 'success' } as const;
    const result = { type: 'tool-result', toolCallId: 'c0', toolName: 'find', outcome } as const;
    const began = [
      userMessage('Find it'),
      callsTools(toolCall('find', { order: 'B-2' }, 'c0')),
      toolMessage([{ ...result, output: { type: 'text', text: 'B-2 is there' } }]),
    ];
    const { runId, first } = await waits(chat.prompt().messages(began).call());
    await approvals.decide(first.id, yes(first), GRACE);
    expect(await chat.resume(runId).call().content()).toBe('End.');
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['find', 'find', 'refund', 'find']);
    await app.close();
  });

  it('answers calls above a limit at once, after the approved one', async () => {
    const limits = { callsPerTool: 1 };
    const script = [callsTools(refund(1), refund(2), find), 'Never.'];
    const { app, chat, desk, approveAll, approvals } = await start(open, script, { toolCalling: { limits } });
    const { runId, approvals: asked } = await waits(chat.prompt('Refund on').call());
    expect(asked).toHaveLength(1);
    await approveAll();
    const { chatResponse } = await chat.resume(runId).call().chatClientResponse();
    expect(chatResponse.finishReason.unified).toBe('tool-call-limit');
    expect(desk.done).toEqual([`refund A-1 1 ${runId}:0:0`]);
    expect((await approvals.runs.get(runId)).status).toBe('completed');
    await app.close();
  });

  it('keeps the limits of its prompt, also of one tool, and one without an end', async () => {
    const toolCalling = { limits: { totalCalls: 2 } };
    const script = [callsTools(refund()), callsTools(find), callsTools(find), callsTools(find), 'Never.'];
    const { app, chat, desk, approveAll } = await start(open, script, { toolCalling });
    const limits = { totalCalls: Infinity, perTool: { find: 2, refund: Infinity } };
    const { runId } = await waits(chat.prompt('Refund').limits(limits).call());
    await approveAll();
    const { chatResponse } = await chat.resume(runId).call().chatClientResponse();
    expect(chatResponse.finishReason.unified).toBe('tool-call-limit');
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['refund', 'find', 'find']);
    await app.close();
  });

  it('returns the direct result of an approved tool', async () => {
    const { app, chat, rung, approveAll, model } = await start(open, [callsTools(toolCall('pay', { amount: 5 }))]);
    const { runId } = await waits(chat.prompt('Pay').call());
    await approveAll();
    const { chatResponse } = await chat.resume(runId).call().chatClientResponse();
    expect(chatResponse.finishReason.unified).toBe('return-direct');
    expect(textOfParts(await readAll(chat.resume(runId).stream()))).toBe('Paid 5.');
    expect(rung).toEqual(['pay 5']);
    expect(model.prompts).toHaveLength(1);
    await app.close();
  });

  it('fails with a tool that must not fail, and does not retry it', async () => {
    const script = [callsTools(toolCall('fail'), refund()), 'Never.'];
    const { app, chat, rung, approveAll, approvals } = await start(open, script, {
      toolCalling: { throwOnError: true, parallelToolCalls: false },
    });
    const { runId } = await waits(chat.prompt('Fail').call());
    await approveAll();
    await expect(chat.resume(runId).call().content()).rejects.toThrow('The bank is closed.');
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'failed' });
    const again = await rejectionOf(chat.resume(runId).call().content());
    expect(again).toMatchObject({ status: 'failed', transcript: { length: 3 } });
    expect(rung).toEqual(['fail']);
    expect(statusesOf((await approvals.list()).items)).toEqual(['fail FAILED', 'refund CANCELLED']);
    await app.close();
  });
});

describe('a batch that is approved without a question', () => {
  it('leaves the same transcript as without a gate', async () => {
    const script = [callsTools(find, toolCall('find', { order: 'A-2' }, 'b')), callsTools(find), 'Done.'];
    const read = async (options: Options) => {
      const model = new ScriptedChatModel(script);
      const { app } = await bootDesk(model, options);
      const { chatResponse } = await app.get(ChatClient).prompt('Find').tools(Desk).call().chatClientResponse();
      await app.close();
      return { prompts: model.prompts, chatResponse };
    };
    const gated = await read({});
    const open = await read({ approval: { strategy: undefined, store: undefined, requester: undefined } });
    expect(gated).toEqual(open);
  });
});
