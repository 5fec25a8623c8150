import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { Catch, type ExceptionFilter, Injectable, UseFilters } from '@nestjs/common';
import { causeOf, ChatClient, ChatTurnException, Tool, ToolContext } from 'toolgate';
import { approvalGate, HumanApprovalStrategy, InMemoryApprovalStore } from 'toolgate/approval';
import { RunEndedException } from 'toolgate/chat';
import { type ChatResponse, type JsonObject, type Prompt, type StreamPart, textOf, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import {
  NestedSuspensionException,
  type PreparedCall,
  ToolApprovalPendingException,
  ToolBatchException,
  type ToolCallResult,
  ToolCallingManager,
  ToolExecutionExceptionProcessor,
  ToolInterceptor,
} from 'toolgate/tool';
import { readAll, refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { deferred, settled } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

type Body = (chat: ChatClient, context: ToolContext) => unknown;

let body: Body;

@Catch()
class AnswersAll implements ExceptionFilter {
  catch() {
    return 'filtered';
  }
}

/** Tools whose bodies call a model themselves. */
@Injectable()
class Agents {
  constructor(private readonly chat: ChatClient) {}

  @Tool({ description: 'Hands a task to another agent', requiresApproval: false })
  delegate(context: ToolContext) {
    return body(this.chat, context);
  }

  @Tool({ description: 'Hands a task on once more', requiresApproval: false })
  async relay() {
    return this.chat.prompt('delegate').tools(Agents).call().content();
  }

  @Tool({ description: 'Hands a task on, and makes the best of what fails', requiresApproval: false })
  async relayQuietly() {
    return this.relay().catch(() => 'It did not work.');
  }

  @Tool({ description: 'Hands a task on, if that is agreed', requiresApproval: true })
  ask(context: ToolContext) {
    return body(this.chat, context);
  }

  @Tool({ description: 'Hands a task on behind a filter', requiresApproval: false })
  @UseFilters(AnswersAll)
  filtered(context: ToolContext) {
    return body(this.chat, context);
  }

  @Tool({ description: 'Hands a task on within 20 ms', requiresApproval: false, timeoutMs: 20 })
  hurry(context: ToolContext) {
    return body(this.chat, context);
  }
}

/** Calls the tools that the last user message names, batch by batch (`find refund; delegate`), and ends. */
const answerOf = ({ messages }: Prompt): ReturnType<typeof callsTools> | string => {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const batches = textOf(messages[asked]!).split('; ');
  const batch = batches[messages.slice(asked).filter(({ role }) => role === 'tool').length];
  const inputs: Record<string, JsonObject> = { refund: { order: 'A-1', amount: 70 }, find: { order: 'A-1' } };
  const calls = batch?.split(' ').map((name, index) => toolCall(name, inputs[name] ?? {}, `${name}-${index}`));
  return calls ? callsTools(...calls) : 'Done.';
};

type Options = Parameters<typeof bootDesk>[1];
type Metadata = Parameters<typeof bootDesk>[2];

const start = async (open: OpenStore, act: Body, options: Options = {}, metadata: Metadata = {}) => {
  body = act;
  const model = new ScriptedChatModel(Array.from({ length: 50 }, () => answerOf as ScriptedAnswer));
  const booted = await bootDesk(
    model,
    { store: await open(), client: { tools: [Desk, Agents] }, ...options },
    { ...metadata, providers: [Agents, AnswersAll, ...(metadata.providers ?? [])] },
  );
  const chat = booted.app.get(ChatClient);
  /** Nothing waits, no refund was made, and no prompt mentions one. */
  const expectNothingPending = async () => {
    expect(await booted.approvals.list()).toEqual({ items: [] });
    expect(await booted.approvals.runs.list()).toEqual({ items: [] });
    expect(booted.desk.done.filter((line) => line.startsWith('refund'))).toEqual([]);
    expectNothingTold(model);
  };
  return { ...booted, model, chat, expectNothingPending };
};

const expectNothingTold = (model: ScriptedChatModel) => {
  expect(JSON.stringify(model.prompts)).not.toMatch(/person|waits for|decision|suspend/);
  expectPaired(model);
};

const WORDS =
  /^"refund" requires a decision by a person, but the turn was started inside the body of the tool "\w+".*Require approval of "\w+" itself/;

const expectRefused = (failure: unknown, tool = 'delegate'): ChatTurnException => {
  expect(failure).toBeInstanceOf(ChatTurnException);
  const { cause } = failure as ChatTurnException;
  expect(cause).toBeInstanceOf(NestedSuspensionException);
  expect(cause).toMatchObject({ message: expect.stringMatching(WORDS), toolName: tool });
  return failure as ChatTurnException;
};

const outcomesIn = ({ transcript }: ChatTurnException): readonly string[] =>
  transcript.flatMap((message) =>
    message.role === 'tool' ? message.content.map(({ toolName, outcome }) => `${toolName} ${outcome.type}`) : [],
  );

const inner = (chat: ChatClient) => chat.prompt('refund').tools(Desk);
const swallow = () => 'It did not work.';

const readings: readonly (readonly [string, Body])[] = [
  ['the content of a call', (chat) => inner(chat).call().content()],
  ['the outcome of a call', async (chat) => (await inner(chat).call().outcome()).status],
  ['the events of a stream', (chat) => readAll(inner(chat).stream())],
  ['the outcome of a stream', async (chat) => (await inner(chat).stream().outcome()).status],
  ['a stream that is its result', (chat) => inner(chat).stream().content()],
  ['an iterable that is its result', (chat) => inner(chat).stream()],
  ['a call whose error it catches', (chat) => inner(chat).call().content().catch(swallow)],
  [
    'a call whose error it replaces',
    (chat) =>
      inner(chat)
        .call()
        .content()
        .catch(() => Promise.reject(new Error('No luck.'))),
  ],
  ['a stream whose error it catches', (chat) => readAll(inner(chat).stream()).catch(swallow)],
  [
    'a call after others',
    async (chat) => [await chat.prompt('find').tools(Desk).call().content(), await inner(chat).call().content()],
  ],
];

refuseUnhandledRejections();

onEveryStore('a turn inside a tool’s body that would have to wait for a person', (open) => {
  it.each(readings)('fails the outer turn, in a call and in a stream: %s', async (_, act) => {
    const { chat, expectNothingPending } = await start(open, act);
    expectRefused(await rejectionOf(chat.prompt('delegate').call().content()));
    expectRefused(await rejectionOf(chat.prompt('delegate').call().outcome()));
    expectRefused(await rejectionOf(readAll(chat.prompt('delegate').stream())));
    expectRefused(await rejectionOf(chat.prompt('delegate').stream().outcome()));
    await expectNothingPending();
  });

  it.each<[string, Body]>([
    ['that receives the error', (client) => inner(client).call().content()],
    ['that catches the error', (client) => inner(client).call().content().catch(swallow)],
  ])('leaves the results of the other calls, like any turn that is aborted: a body %s', async (_, act) => {
    const { chat, desk, model, expectNothingPending } = await start(open, act);
    const failure = expectRefused(await rejectionOf(chat.prompt('find delegate find').call().content()));
    expect(outcomesIn(failure)).toEqual(['find success', 'delegate unknown', 'find success']);
    const parts: StreamPart[] = [];
    const read = async () => {
      for await (const part of chat.prompt('find delegate find').stream()) parts.push(part);
    };
    expectRefused(await rejectionOf(read()));
    const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolName] : []));
    expect(results).toEqual(['find', 'find']);
    expect(desk.done).toHaveLength(4);
    expect(model.prompts).toHaveLength(4);
    await expectNothingPending();
  });

  it.each(['relay', 'relayQuietly'])('fails every outer turn: %s', async (name) => {
    const { chat, expectNothingPending } = await start(open, (client) => inner(client).call().content().catch(swallow));
    expectRefused(await rejectionOf(chat.prompt(name).call().content()));
    await expectNothingPending();
  });

  it('fails the outer turn, whatever filters, interceptors and processors return instead', async () => {
    @Injectable()
    class AnswersEverything extends ToolInterceptor {
      intercept(_call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
        const fallback: ToolCallResult = {
          output: { type: 'text', text: 'intercepted' },
          outcome: { type: 'success' },
        };
        return next().catch(() => fallback);
      }
    }
    @Injectable()
    class ThrowsAnother extends ToolInterceptor {
      intercept(_call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
        return next().catch(() => Promise.reject(new Error('intercepted')));
      }
    }
    let processed = 0;
    class SaysAll extends ToolExecutionExceptionProcessor {
      process({ message }: Error) {
        processed++;
        return message;
      }
    }
    const processor = { provide: ToolExecutionExceptionProcessor, useClass: SaysAll };
    const act: Body = (client) => inner(client).call().content();
    for (const providers of [[AnswersEverything], [ThrowsAnother], [processor], [AnswersEverything, processor]]) {
      const { chat, expectNothingPending } = await start(open, act, {}, { providers });
      expectRefused(await rejectionOf(chat.prompt('filtered').call().content()), 'filtered');
      expectRefused(await rejectionOf(chat.prompt('delegate').call().content()));
      await expectNothingPending();
    }
    expect(processed).toBe(0);
  });

  it('fails a batch that an application runs by itself', async () => {
    const { app, expectNothingPending } = await start(open, (client) => inner(client).call().content());
    const response: ChatResponse = {
      message: callsTools(toolCall('delegate')),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    };
    const manager = app.get(ToolCallingManager);
    const batch = manager.executeToolCalls({ messages: [userMessage('Go')] }, response, { tools: [Agents] });
    const failure = await rejectionOf(Promise.resolve(batch));
    expect(failure).toBeInstanceOf(ToolBatchException);
    expect((failure as Error).cause).toBeInstanceOf(NestedSuspensionException);
    await expectNothingPending();
  });
});

onEveryStore('a turn inside a body of a run that resumes', (open) => {
  it.each(['call', 'stream'] as const)('fails the run, and nothing new waits: %s', async (mode) => {
    for (const [say, tool] of [
      ['ask', 'ask'],
      ['ask find', 'ask'],
      ['find ask', 'ask'],
    ] as const) {
      const { chat, approvals, desk, model } = await start(open, (client) =>
        inner(client).call().content().catch(swallow),
      );
      const { runId, first } = await waits(chat.prompt(say).call());
      await approvals.decide(first.id, yes(first), { id: 'grace' });
      const resumed = chat.resume(runId);
      const failure = await rejectionOf(mode === 'call' ? resumed.call().content() : readAll(resumed.stream()));
      expectRefused(failure, tool);
      expect(await approvals.runs.get(runId)).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/NestedSuspensionException/),
      });
      const { items } = await approvals.list();
      expect(items.map(({ toolName, status }) => [toolName, status])).toEqual([['ask', 'FAILED']]);
      expect(desk.done.filter((line) => line.startsWith('refund'))).toEqual([]);
      expectNothingTold(model);
      expect(await rejectionOf(chat.resume(runId).call().content())).toBeInstanceOf(RunEndedException);
    }
  });

  it('fails the run in a later batch, too', async () => {
    const { chat, approvals } = await start(open, (client) => inner(client).call().content());
    const { runId, first } = await waits(chat.prompt('refund; find delegate').call());
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    const failure = expectRefused(await rejectionOf(chat.resume(runId).call().content()));
    expect(outcomesIn(failure)).toEqual(['refund success', 'find success', 'delegate unknown']);
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'failed' });
    expect((await approvals.list()).items.map(({ status }) => status)).toEqual(['SUCCEEDED']);
    expect((await approvals.runs.list()).items).toHaveLength(1);
  });
});

onEveryStore('a turn that a body starts and does not await', (open) => {
  const detached = () => {
    const gate = deferred();
    const failed = deferred<unknown>();
    const act: Body = (client) => {
      const late = gate.promise.then(() => inner(client).call().outcome());
      late.then(failed.resolve, failed.resolve);
      return 'Started.';
    };
    return { act, ask: gate.resolve, failed: failed.promise };
  };

  it('fails by itself, and does not affect the outer turn after its call has ended', async () => {
    const { act, ask, failed } = detached();
    const { chat, expectNothingPending } = await start(open, act);
    expect(await chat.prompt('delegate').call().content()).toBe('Done.');
    ask();
    expect(await failed).toBeInstanceOf(ChatTurnException);
    expect(causeOf(await failed)).toBeInstanceOf(NestedSuspensionException);
    await expectNothingPending();
  });

  it('fails the outer turn as long as the call runs', async () => {
    const { act, ask, failed } = detached();
    const { chat, expectNothingPending } = await start(open, async (client, context) => {
      const said = act(client, context);
      ask();
      await failed;
      return said;
    });
    expectRefused(await rejectionOf(chat.prompt('delegate').call().content()));
    await expectNothingPending();
  });

  it('does not wait after a call that timed out, or whose turn was left', async () => {
    for (const name of ['hurry', 'delegate']) {
      const { act, ask, failed } = detached();
      const caller = new AbortController();
      const { chat, expectNothingPending } = await start(open, (client, context) => {
        void act(client, context);
        if (name === 'delegate') setImmediate(() => caller.abort(new Error('left')));
        return new Promise(() => {});
      });
      await chat.prompt(name).signal(caller.signal).call().content().catch(swallow);
      ask();
      expect(causeOf(await failed)).toBeInstanceOf(NestedSuspensionException);
      await expectNothingPending();
    }
  });

  it('may wait if it is started outside the body’s async context', async () => {
    const outside = AsyncLocalStorage.snapshot();
    const waiting = deferred<unknown>();
    const { chat, approvals } = await start(open, (client) => {
      void outside(() => inner(client).call().outcome()).then(waiting.resolve, waiting.resolve);
      return 'Started.';
    });
    expect(await chat.prompt('delegate').call().content()).toBe('Done.');
    expect(await waiting.promise).toMatchObject({ status: 'suspended' });
    expect((await approvals.list({ status: 'PENDING' })).items.map(({ toolName }) => toolName)).toEqual(['refund']);
  });

  it('does not affect later turns', async () => {
    const { chat } = await start(open, (client) => inner(client).call().content().catch(swallow));
    await rejectionOf(chat.prompt('delegate').call().content());
    await settled();
    expect(await chat.prompt('refund').call().outcome()).toMatchObject({ status: 'suspended' });
    expect(await chat.prompt('find').call().content()).toBe('Done.');
  });
});

onEveryStore('a body that resumes a run which still waits', (open) => {
  it('may read its outcome, and the run still waits', async () => {
    let runId = '';
    const { chat, approvals } = await start(
      open,
      async (client) => (await client.resume(runId).call().outcome()).status,
    );
    ({ runId } = await waits(chat.prompt('refund').call()));
    expect(await chat.prompt('delegate').call().content()).toBe('Done.');
    expect((await approvals.list({ status: 'PENDING' })).items).toHaveLength(1);
  });

  it('fails its turn if it reads the content: no prompt mentions the run', async () => {
    let runId = '';
    const { chat, approvals, model } = await start(open, (client) => client.resume(runId).call().content());
    ({ runId } = await waits(chat.prompt('refund').call()));
    const failure = await rejectionOf(chat.prompt('delegate').call().content());
    expect((failure as ChatTurnException).cause).toBeInstanceOf(ToolApprovalPendingException);
    expect((await approvals.list({ status: 'PENDING' })).items).toHaveLength(1);
    expect(JSON.stringify(model.prompts)).not.toContain(runId);
  });
});

describe('a client that cannot save runs', () => {
  it('fails the outer turn as well if its gate asks', async () => {
    const gate = approvalGate(new HumanApprovalStrategy(), { canAsk: () => true });
    const bare = ChatClient.create(new ScriptedChatModel([answerOf as ScriptedAnswer]), { gate });
    const open = async () => new InMemoryApprovalStore();
    const { chat, model } = await start(open, () => bare.prompt('refund').tools(new Desk()).call().content());
    const failure = await rejectionOf(chat.prompt('delegate').call().content());
    expect((failure as ChatTurnException).cause).toBeInstanceOf(ToolApprovalPendingException);
    expectNothingTold(model);
  });
});
