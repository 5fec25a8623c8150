import { beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolCallback,
  ToolCallbackProvider,
  type ToolCallResult,
} from 'toolgate';
import { approvalGate } from 'toolgate/approval';
import { assistantMessage, userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolCallingManager, ToolInterceptor, type ToolSource } from 'toolgate/tool';
import { boot, lastTexts } from '../story.fixture.js';

const ran: string[] = [];
const DENIED = 'Tool execution was denied: not today';
const DONE: ToolCallResult = { output: { type: 'text', text: 'done' }, outcome: { type: 'success' } };

@Injectable()
class Vault {
  @Tool({ description: 'Opens the vault' })
  open() {
    ran.push('open');
  }

  @Tool({ description: 'Looks at it', requiresApproval: false })
  look() {
    ran.push('look');
    return 'closed';
  }
}

class OpenCallback extends ToolCallback {
  readonly definition = { name: 'open', description: 'Opens the vault', inputSchema: { type: 'object' } };
  readonly metadata = {};

  async call() {
    ran.push('open');
    return DONE;
  }
}

class PreparedCallback extends OpenCallback {
  override prepare() {
    const run = (): ToolCallResult => {
      ran.push('open');
      return DONE;
    };
    return { type: 'prepared', input: {}, value: {}, run } as const;
  }
}

class Callbacks extends ToolCallbackProvider {
  toolCallbacks() {
    return [new OpenCallback()];
  }
}

class Bystander extends ToolInterceptor {
  intercept(_call: unknown, next: () => Promise<ToolCallResult>) {
    return next();
  }
}

/** Offers a tool to the model in the first round only. */
class BringsTool extends Advisor {
  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const tools = request.round === 0 ? [new OpenCallback()] : undefined;
    return chain.next({ ...request, options: { ...request.options, ...(tools && { tools }) } });
  }
}

const rejecting = ToolApprovalStrategy.of(() => ToolApprovalDecision.reject('not today'));
const script = () => [callsTools(toolCall('open')), 'Sorry.'];
const start = (extra: Parameters<typeof boot>[0] = {}) =>
  boot({
    script: script(),
    ...extra,
    providers: [Vault, { provide: ToolApprovalStrategy, useValue: rejecting }, ...(extra.providers ?? [])],
  });

beforeEach(() => void ran.splice(0));

describe('a rejected call never reaches the body', () => {
  const sources: readonly (readonly [string, () => ToolSource])[] = [
    ['a class', () => Vault],
    ['a name', () => 'open'],
    ['an instance made by hand', () => new Vault()],
    ['a callback without prepare', () => new OpenCallback()],
    ['a callback with its own prepare', () => new PreparedCallback()],
    ['a provider of callbacks', () => new Callbacks()],
    ['an array of arrays', () => [[new OpenCallback()]]],
  ];

  it.each(sources)('when %s is called', async (_, source) => {
    const { chat, model } = await start();
    await expect(chat.prompt('Open it').tools(source()).call().content()).resolves.toBe('Sorry.');
    expect(lastTexts(model)).toEqual([DENIED]);
    expect(ran).toEqual([]);
  });

  it.each(sources)('when %s is streamed', async (_, source) => {
    const { chat, model } = await start();
    for await (const part of chat.prompt('Open it').tools(source()).stream()) expect(part.round).toBeDefined();
    expect(lastTexts(model)).toEqual([DENIED]);
    expect(ran).toEqual([]);
  });

  it.each(sources)('when a loop of one’s own executes %s', async (_, source) => {
    const { manager } = await start();
    const response = { message: callsTools(toolCall('open')), finishReason: { unified: 'stop' }, usage: {} } as const;
    const prompt = { messages: [userMessage('Open it')] };
    const result = await manager.executeToolCalls(prompt, response, { tools: [source()] });
    expect(result).toMatchObject({ type: 'executed', results: [{ outcome: { type: 'denied', reason: 'not today' } }] });
    expect(ran).toEqual([]);
  });

  it.each(sources)('when %s is a default of the client', async (_, source) => {
    const { chat, model } = await start({ options: { client: { tools: [source()] } } });
    await expect(chat.prompt('Open it').call().content()).resolves.toBe('Sorry.');
    expect(lastTexts(model)).toEqual([DENIED]);
    expect(ran).toEqual([]);
  });

  it.each(sources)('when %s is a default of the model', async (_, source) => {
    const model = new ScriptedChatModel(script(), { defaultOptions: { tools: [source()] } });
    const { chat } = await start({ options: { model } });
    await chat.prompt('Open it').call().content();
    expect(lastTexts(model)).toEqual([DENIED]);
    expect(ran).toEqual([]);
  });

  it.each(sources.filter(([name]) => !/class|name/.test(name)))(
    'when a client made by hand calls %s',
    async (_, source) => {
      const model = new ScriptedChatModel(script());
      const chat = ChatClient.create(model, { gate: approvalGate(rejecting), tools: [source()] });
      await chat.prompt('Open it').call().content();
      expect(lastTexts(model)).toEqual([DENIED]);
      expect(ran).toEqual([]);
    },
  );

  it('when tools are added to those in force', async () => {
    const { chat, model } = await start();
    await chat.prompt('Open it').tools('look').addTools(new OpenCallback()).call().content();
    expect(lastTexts(model)).toEqual([DENIED]);
    expect(ran).toEqual([]);
  });

  it('when an advisor brings the tool in one round', async () => {
    const { chat, model } = await start();
    await chat.prompt('Open it').advisors(new BringsTool()).call().content();
    expect(model.prompts.map(({ tools }) => tools?.map(({ name }) => name))).toEqual([['open'], undefined]);
    expect(lastTexts(model)).toEqual([DENIED]);
    expect(ran).toEqual([]);
  });

  it('when an interceptor stands in between: it is not even asked', async () => {
    const { chat, model } = await start({ providers: [Bystander] });
    await chat.prompt('Open it').tools(Vault).call().content();
    expect(lastTexts(model)).toEqual([DENIED]);
    expect(ran).toEqual([]);
  });

  it('when its sibling runs', async () => {
    const both = [callsTools(toolCall('look'), toolCall('open')), 'Sorry.'];
    const { chat, model } = await start({ script: both });
    await chat.prompt('Open it').tools(Vault).call().content();
    expect(lastTexts(model)).toEqual(['closed', DENIED]);
    expect(ran).toEqual(['look']);
  });

  it('when an injected manager is given the call of an earlier answer', async () => {
    const { app } = await start();
    const manager = app.get(ToolCallingManager);
    const response = {
      message: assistantMessage([toolCall('open'), toolCall('open', {}, 'again')]),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    await manager.executeToolCalls({ messages: [] }, response, { tools: ['open'] });
    expect(ran).toEqual([]);
  });
});

describe('what a request was not sent', () => {
  it('cannot be called, though the application has it', async () => {
    const { chat, model } = await start({ script: [callsTools(toolCall('open')), 'Sorry.'] });
    await chat.prompt('Open it').tools('look').call().content();
    expect(lastTexts(model)).toEqual(['There is no tool "open". The tools are: look.']);
    expect(ran).toEqual([]);
  });
});

describe('a client made by hand without a gate', () => {
  it('runs everything', async () => {
    const chat = ChatClient.create(new ScriptedChatModel(script()), { tools: [new Vault()] });
    await chat.prompt('Open it').call().content();
    expect(ran).toEqual(['open']);
  });
});
