import { afterEach, describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  createToolgate,
  functionTool,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  Tool,
  ToolApprovalAuditor,
  type ToolApprovalEvent,
  ToolApprovalStrategy,
  toolCallback,
  ToolCallbackProvider,
  type Toolgate,
  type ToolgateSettings,
} from 'toolgate';
import { ChatClientException } from 'toolgate/chat';
import { assistantMessage, userMessage } from 'toolgate/model';
import { SqlModule } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolRegistry } from 'toolgate/tool';
import { yes } from '../approval/approval.fixture.js';
import { until, waits } from '../approval/waiting.fixture.js';
import { lastTexts } from '../story.fixture.js';

const started: Toolgate[] = [];

const start = async (script: readonly ScriptedAnswer[], settings: ToolgateSettings = {}) => {
  const model = new ScriptedChatModel(script);
  const toolgate = await createToolgate({ model, logger: false, ...settings });
  started.push(toolgate);
  return { ...toolgate, model };
};

afterEach(async () => {
  for (const toolgate of started.splice(0)) await toolgate.close();
});

const refunded: string[] = [];
const find = functionTool({ name: 'find', requiresApproval: false, run: () => 'shipped' });
const refund = toolCallback({
  name: 'refund',
  inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  requiresApproval: true,
  call: ({ order }) => {
    refunded.push(String(order));
    return 'refunded';
  },
});

class Askers extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

describe('Toolgate outside a Nest application', () => {
  it('sends each prompt with its tools, and asks its strategy', async () => {
    const script = [callsTools(toolCall('find'), toolCall('refund', { order: 'A-1' })), 'No refund.'];
    const { chat, model } = await start(script, {
      tools: [find, [refund]],
      strategy: ToolApprovalStrategy.alwaysReject('no'),
    });
    expect(await chat.prompt('Refund A-1').call().content()).toBe('No refund.');
    expect(model.prompts[0]!.tools!.map(({ name }) => name)).toEqual(['find', 'refund']);
    expect(lastTexts(model)).toEqual(['shipped', 'Tool execution was denied: no']);
    expect(refunded).toEqual([]);
  });

  it('runs the calls of a custom loop through the same gate', async () => {
    const { manager } = await start([], { tools: [refund], strategy: () => ({ type: 'reject', reason: 'no' }) });
    const response = {
      message: callsTools(toolCall('refund', { order: 'A-1' })),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    const result = await manager.executeToolCalls({ messages: [userMessage('Hi')] }, response, { tools: ['refund'] });
    expect(result).toMatchObject({ type: 'executed', results: [{ outcome: { type: 'denied', reason: 'no' } }] });
    expect(refunded).toEqual([]);
  });

  it('suspends turns that need a person, and resumes them by itself', async () => {
    const events: string[] = [];
    class Auditor extends ToolApprovalAuditor {
      decided({ outcome }: ToolApprovalEvent) {
        events.push(outcome);
      }
    }
    const { chat, approvals } = await start([callsTools(toolCall('refund', { order: 'A-2' })), 'Refunded.'], {
      tools: [refund],
      strategy: new HumanApprovalStrategy(),
      approval: { store: new InMemoryApprovalStore(), requester: new Askers() },
      auditors: [new Auditor()],
    });
    const { runId, first } = await waits(chat.prompt('Refund A-2').call());
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    await until(async () => (await approvals.runs.get(runId)).status === 'completed');
    expect(await chat.resume(runId).call().content()).toBe('Refunded.');
    expect(refunded.splice(0)).toEqual(['A-2']);
    expect(events[0]).toBe('asked');
  });

  it('accepts modules, providers, instances and providers of callbacks', async () => {
    @Injectable()
    class Desk {
      @Tool({ description: 'Greets' })
      greet() {
        return 'Hello';
      }
    }
    class Reports extends ToolCallbackProvider {
      private readonly tools = [functionTool({ name: 'report', run: () => 'empty' })];

      toolCallbacks() {
        return this.tools;
      }
    }
    const { chat, model, get } = await start([callsTools(toolCall('greet'), toolCall('report')), 'End.'], {
      imports: [SqlModule.forRoot({ sqlite: { file: ':memory:' } })],
      providers: [{ provide: 'answer', useValue: 42 }],
      tools: [new Desk(), new Reports()],
    });
    await chat.prompt().messages(assistantMessage('Hi')).user('Greet').call().content();
    expect(lastTexts(model)).toEqual(['Hello', 'empty']);
    expect(get('answer')).toBe(42);
    expect(get(ToolRegistry).get('greet')).toBeDefined();
  });

  it('rejects options that would stop the start-up of a Nest application', async () => {
    const twin = functionTool({ name: 'find', run: () => 'other' });
    await expect(start([], { tools: [find, twin] })).rejects.toThrow('Two tools are named "find"');
    await expect(start([], { misspelt: true } as never)).rejects.toThrow('misspelt');
    const strategy = ToolApprovalStrategy.alwaysApprove();
    await expect(start([], { strategy, approval: { strategy } })).rejects.toThrow(
      'createToolgate() received both `strategy` and `approval.strategy`. Leave one of them out.',
    );
    await expect(start([], { tools: [find], client: { tools: [refund] } })).rejects.toThrow(
      'createToolgate() received both `tools` and `client.tools`. Leave one of them out.',
    );
  });

  it('keeps its tools beside other client options', async () => {
    const { chat, model } = await start(['Done.'], {
      tools: [find],
      client: { system: 'Be brief.', tools: undefined },
    });
    await chat.prompt('Hi').call().content();
    expect(model.prompts[0]!.tools!.map(({ name }) => name)).toEqual(['find']);
  });

  it('names the invalid setting if `tools` is not a list, an option is unknown, or the model is not a chat model', async () => {
    class Desk {}
    const started = (settings: object) => createToolgate({ logger: false, ...settings });
    await expect(started({ tools: Desk })).rejects.toThrow(
      'createToolgate(): "tools" received the class Desk. Pass a list: [Desk].',
    );
    await expect(started({ tools: refund })).rejects.toThrow(
      'createToolgate(): "tools" received an instance of FunctionToolCallback. Pass a list: [findOrder].',
    );
    await expect(started({ tools: { refund } })).rejects.toThrow('createToolgate(): "tools" received an object.');
    await expect(started({ stopWhen: 5 })).rejects.toThrow(
      /^Unknown option stopWhen of createToolgate\(\)\. Use one of: tools, strategy, .*model, .*\.$/,
    );
    await expect(started({ memory: 'yes' })).rejects.toThrow(
      'The option memory of createToolgate() is a string. Pass true, false or an object with enabled,',
    );
    await expect(started({ model: { specificationVersion: 'v3', doGenerate() {}, doStream() {} } })).rejects.toThrow(
      'createToolgate(): "model" received a model of the AI SDK. Pass aiSdkChatModel(model), from toolgate/ai-sdk.',
    );
    await expect(started({ model: 'gpt-5-mini' })).rejects.toThrow('createToolgate(): "model" received a string.');
  });

  it('reports a tool by the function that created it', async () => {
    const { get } = await start([], { tools: [find, refund] });
    const origins = get(ToolRegistry)
      .all()
      .map(({ origin }) => origin);
    expect(origins).toEqual(['functionTool("find")', 'toolCallback("refund")']);
  });

  it('rejects invalid limits with the exception of an invalid prompt', async () => {
    const { chat } = await start([]);
    expect(() => chat.prompt('Hi').limits({ rounds: 0 })).toThrow(ChatClientException);
    await expect(
      chat
        .prompt({ text: 'Hi', limits: { steps: 1 } as never })
        .call()
        .content(),
    ).rejects.toThrow(ChatClientException);
  });
});
