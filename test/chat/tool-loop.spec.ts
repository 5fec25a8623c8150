import { describe, expect, it } from 'vitest';
import {
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  type Message,
  ToolCallingAdvisor,
  type ToolCallback,
} from 'toolgate';
import {
  HasToolCallsEligibilityChecker,
  HIGHEST_PRECEDENCE,
  LOWEST_PRECEDENCE,
  type ToolCallingAdvisorOptions,
  ToolExecutionEligibilityChecker,
} from 'toolgate/chat';
import { type Prompt, systemMessage, textOf, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import {
  GatedToolCallingManager,
  MessageExceptionProcessor,
  RegistryToolCallbackResolver,
  type ToolCallLimits,
  ToolCallingManager,
  type ToolExecutionResult,
  ToolRegistry,
  ToolSets,
} from 'toolgate/tool';
import { assertPaired, tool } from './chat.fixture.js';

const managerOf = (limits?: ToolCallLimits): ToolCallingManager => {
  const registry = new ToolRegistry();
  const toolSets = new ToolSets(new RegistryToolCallbackResolver(registry), registry);
  return new GatedToolCallingManager({ toolSets, exceptionProcessor: new MessageExceptionProcessor(), limits });
};

/** Records its prompts, and delegates to another manager. */
class RecordingManager extends ToolCallingManager {
  readonly asked: Prompt[] = [];
  private readonly inner = managerOf();

  resolveToolDefinitions(...args: Parameters<ToolCallingManager['resolveToolDefinitions']>) {
    return this.inner.resolveToolDefinitions(...args);
  }

  executeToolCalls(...args: Parameters<ToolCallingManager['executeToolCalls']>) {
    this.asked.push(structuredClone(args[0]));
    return this.inner.executeToolCalls(...args);
  }
}

interface Loop {
  readonly advisor: ToolCallingAdvisor;
  readonly script: readonly ScriptedAnswer[];
  readonly tools?: readonly ToolCallback[];
}

const MODES = ['call', 'stream'] as const;

const run = async (mode: (typeof MODES)[number], { advisor, script, tools = [tool('look')] }: Loop) => {
  const model = new ScriptedChatModel(script);
  const prompt = ChatClient.create(model, { advisors: [advisor], tools, system: 'Be brief.' }).prompt('Hi');
  const { chatResponse } = await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
  return { model, chatResponse, sent: model.prompts.map(({ messages }) => messages) };
};

const rolesOf = (messages: readonly Message[]) => messages.map(({ role }) => role);
const look = callsTools(toolCall('look'));

describe.each(MODES)('the tool loop of a %s', (mode) => {
  class Logging extends ToolCallingAdvisor {
    readonly log: string[] = [];

    constructor(manager = managerOf()) {
      super(manager);
    }

    override async initializeLoop(request: ChatClientRequest) {
      this.log.push('initialize');
      return request;
    }
    override beforeCall(request: ChatClientRequest) {
      this.log.push(`before ${request.round}`);
      return request;
    }
    override async afterCall(response: ChatClientResponse) {
      this.log.push(`after ${response.chatResponse.finishReason.unified}`);
      return response;
    }
    override nextInstructions(...args: Parameters<ToolCallingAdvisor['nextInstructions']>) {
      this.log.push(`next ${args[2].results.length}`);
      return super.nextInstructions(...args);
    }
    override async finalizeLoop(response: ChatClientResponse) {
      await Promise.resolve();
      this.log.push(`finalize ${response.chatResponse.finishReason.unified}`);
      return { ...response, context: { finalized: true } };
    }
  }

  const direct = tool('direct', () => 'Here it is.', { returnDirect: true });

  it.each<[string, readonly ScriptedAnswer[], ToolCallLimits | undefined, string]>([
    ['no tools', ['Hi'], undefined, 'initialize, before 0, after stop, finalize stop'],
    [
      'tools',
      [look, look, 'Hi'],
      undefined,
      'initialize, before 0, after tool-calls, next 1, before 1, after tool-calls, next 1, ' +
        'before 2, after stop, finalize stop',
    ],
    [
      'a tool that returns directly',
      [callsTools(toolCall('direct'))],
      undefined,
      'initialize, before 0, after tool-calls, finalize return-direct',
    ],
    [
      'a limit',
      [look, look],
      { callsPerTool: 1 },
      'initialize, before 0, after tool-calls, next 1, before 1, after tool-calls, finalize tool-call-limit',
    ],
  ])('runs its hooks in the documented order: %s', async (_, script, limits, log) => {
    const advisor = new Logging(managerOf(limits));
    const model = new ScriptedChatModel(script);
    const prompt = ChatClient.create(model, { advisors: [advisor], tools: [tool('look'), direct] }).prompt('Hi');
    const { context } = await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
    expect(advisor.log.join(', ')).toBe(log);
    expect(context).toEqual({ finalized: true });
  });

  it('uses the messages and options that initializeLoop returns', async () => {
    class Given extends ToolCallingAdvisor {
      override initializeLoop(request: ChatClientRequest) {
        return { ...request, messages: [userMessage('Other')], options: { temperature: 1, tools: [tool('other')] } };
      }
    }
    const { sent, model } = await run(mode, {
      advisor: new Given(managerOf()),
      script: [callsTools(toolCall('other')), 'Done'],
      tools: [],
    });
    expect(sent[0]).toEqual([userMessage('Other')]);
    expect(model.prompts.map(({ options, tools }) => [options, tools?.map(({ name }) => name)])).toEqual([
      [{ temperature: 1 }, ['other']],
      [{ temperature: 1 }, ['other']],
    ]);
    expect(sent[1]!.at(-1)).toMatchObject({ content: [{ outcome: { type: 'success' } }] });
  });

  it('runs the tools that beforeCall adds in this and later rounds, and sends its messages in this round only', async () => {
    class Hinting extends ToolCallingAdvisor {
      override beforeCall(request: ChatClientRequest) {
        if (request.round > 0) return request;
        const messages = [systemMessage('A hint.'), ...request.messages];
        return { ...request, messages, options: { ...request.options, tools: [tool('added')] } };
      }
    }
    const added = callsTools(toolCall('added'));
    const { sent } = await run(mode, { advisor: new Hinting(managerOf()), script: [added, added, 'Done'] });
    expect(sent.map((messages) => messages.filter((message) => textOf(message) === 'A hint.').length)).toEqual([
      1, 0, 0,
    ]);
    const results = sent[2]!.flatMap((message) => (message.role === 'tool' ? message.content : []));
    expect(results.map(({ outcome }) => outcome.type)).toEqual(['success', 'success']);
  });

  it('lets afterCall add tool calls to an answer and remove them', async () => {
    class Deciding extends ToolCallingAdvisor {
      override afterCall(response: ChatClientResponse) {
        const { chatResponse } = response;
        const message = chatResponse.finishReason.unified === 'stop' ? look : callsTools('No tools, please.');
        return { ...response, chatResponse: { ...chatResponse, message } };
      }
    }
    const { sent, chatResponse } = await run(mode, { advisor: new Deciding(managerOf()), script: ['Hi', look] });
    expect(sent).toHaveLength(2);
    expect(sent[1]!.slice(-2)).toMatchObject([look, { role: 'tool', content: [{ toolName: 'look' }] }]);
    expect(textOf(chatResponse!.message)).toBe('No tools, please.');
  });

  describe('with messages of nextInstructions', () => {
    class Reminding extends ToolCallingAdvisor {
      override async nextInstructions(...args: Parameters<ToolCallingAdvisor['nextInstructions']>) {
        return [...(await super.nextInstructions(...args)), userMessage('Go on.')];
      }
    }

    it('keeps them in later rounds', async () => {
      const { sent } = await run(mode, { advisor: new Reminding(managerOf()), script: [look, look, 'Done'] });
      expect(sent.map(rolesOf)).toEqual([
        ['system', 'user'],
        ['system', 'user', 'assistant', 'tool', 'user'],
        ['system', 'user', 'assistant', 'tool', 'user', 'assistant', 'tool', 'user'],
      ]);
      sent.forEach(assertPaired);
    });

    it('counts its limits from the start of the turn', async () => {
      const advisor = new Reminding(managerOf({ callsPerTool: 2 }));
      const { chatResponse, sent } = await run(mode, { advisor, script: [look, look, look, 'Never'] });
      expect(chatResponse!.finishReason.unified).toBe('tool-call-limit');
      expect(sent).toHaveLength(3);
    });

    it('counts its limits even if the hook drops the history', async () => {
      class Forgetting extends ToolCallingAdvisor {
        override nextInstructions(_: unknown, __: unknown, { results }: { results: readonly unknown[] }) {
          return [userMessage(`There were ${results.length} results.`)];
        }
      }
      const advisor = new Forgetting(managerOf({ totalCalls: 2 }));
      const { chatResponse, sent } = await run(mode, { advisor, script: [look, look, look, 'Never'] });
      expect(chatResponse!.finishReason.unified).toBe('tool-call-limit');
      expect(sent.map(rolesOf)).toEqual([['system', 'user'], ['user'], ['user']]);
    });

    it('lets the hook shorten results without duplicating them', async () => {
      class Shortening extends ToolCallingAdvisor {
        override async nextInstructions(...args: Parameters<ToolCallingAdvisor['nextInstructions']>) {
          const messages = await super.nextInstructions(...args);
          return messages.map((message): Message => {
            if (message.role !== 'tool') return message;
            return {
              ...message,
              content: message.content.map((part) => ({ ...part, output: { type: 'text', text: 'short' } })),
            };
          });
        }
      }
      const { sent } = await run(mode, {
        advisor: new Shortening(managerOf({ rounds: 4 })),
        script: [look, look, 'Done'],
      });
      expect(sent.map(rolesOf).at(-1)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
      sent.forEach(assertPaired);
      expect(JSON.stringify(sent.at(-1))).not.toContain('look ran');
    });
  });

  describe('with a custom eligibility checker', () => {
    const checked = (isToolExecutionRequired: ToolExecutionEligibilityChecker['isToolExecutionRequired']) =>
      new (class extends ToolExecutionEligibilityChecker {
        isToolExecutionRequired = isToolExecutionRequired;
      })();

    it('leaves the tool calls to the caller if the checker refuses', async () => {
      const toolExecutionEligibilityChecker = checked(() => false);
      const advisor = new ToolCallingAdvisor(managerOf(), { toolExecutionEligibilityChecker });
      const { chatResponse, sent } = await run(mode, { advisor, script: [look] });
      expect(chatResponse!.message).toEqual(look);
      expect(sent).toHaveLength(1);
    });

    it('calls the manager for an answer without tool calls if the checker accepts', async () => {
      const toolExecutionEligibilityChecker = checked((response) => textOf(response.message) !== 'Done');
      class Continuing extends RecordingManager {
        override async executeToolCalls(prompt: Prompt): Promise<ToolExecutionResult> {
          this.asked.push(prompt);
          const conversationHistory = [...prompt.messages, callsTools('Hm'), userMessage('Go on.')];
          return { type: 'executed', conversationHistory, results: [], returnDirect: false };
        }
      }
      const manager = new Continuing();
      const advisor = new ToolCallingAdvisor(manager, { toolExecutionEligibilityChecker });
      const { sent } = await run(mode, { advisor, script: ['Hm', 'Done'] });
      expect(manager.asked).toHaveLength(1);
      expect(sent[1]!.at(-1)).toEqual(userMessage('Go on.'));
    });

    it('checks for tool calls by default', () => {
      const message = callsTools('Hi');
      const answer = { message, finishReason: { unified: 'stop' }, usage: {} } as const;
      const checker = new HasToolCallsEligibilityChecker();
      expect(checker.isToolExecutionRequired(answer)).toBe(false);
      expect(checker.isToolExecutionRequired({ ...answer, message: look })).toBe(true);
    });
  });

  describe('without its own history', () => {
    const options: ToolCallingAdvisorOptions = { conversationHistoryEnabled: false };

    it('sends the system text and the last message, and the manager sees the whole turn', async () => {
      const manager = new RecordingManager();
      const advisor = new ToolCallingAdvisor(manager, options);
      const { sent } = await run(mode, { advisor, script: [look, look, 'Done'] });
      expect(sent.map(rolesOf)).toEqual([
        ['system', 'user'],
        ['system', 'tool'],
        ['system', 'tool'],
      ]);
      expect(manager.asked.map(({ messages }) => rolesOf(messages))).toEqual([
        ['system', 'user'],
        ['system', 'user', 'assistant', 'tool'],
      ]);
    });

    it('does not save the system texts of a round', async () => {
      class Hinting extends ToolCallingAdvisor {
        override beforeCall(request: ChatClientRequest) {
          return { ...request, messages: [systemMessage(`Round ${request.round}.`), ...request.messages] };
        }
      }
      const { sent } = await run(mode, { advisor: new Hinting(managerOf(), options), script: [look, look, 'Done'] });
      expect(sent.map(rolesOf).at(-1)).toEqual(['system', 'system', 'tool']);
    });
  });

  it('adds up the usage of all rounds, and leaves the usage of one round unchanged', async () => {
    const one = { inputTokens: 5, outputTokens: 2, totalTokens: 7, cacheReadTokens: 3 };
    const two = { inputTokens: 9, totalTokens: 9, cacheWriteTokens: 1, reasoningTokens: 4 };
    const advisor = new ToolCallingAdvisor(managerOf());
    const script = [{ message: look, usage: one }, { message: look, usage: two }, 'Done'];
    const { chatResponse } = await run(mode, { advisor, script });
    expect(chatResponse!.usage).toEqual({
      inputTokens: 14,
      outputTokens: 2,
      totalTokens: 16,
      cacheReadTokens: 3,
      cacheWriteTokens: 1,
      reasoningTokens: 4,
    });
    const single = await run(mode, { advisor, script: [{ message: callsTools('Hi'), usage: one }] });
    expect(single.chatResponse!.usage).toEqual(one);
    const returned = await run(mode, {
      advisor,
      script: [
        { message: look, usage: one },
        { message: callsTools(toolCall('direct')), usage: two },
      ],
      tools: [tool('look'), direct],
    });
    expect(returned.chatResponse).toMatchObject({
      finishReason: { unified: 'return-direct' },
      usage: chatResponse!.usage,
    });
  });
});

describe('the order of a tool-calling advisor', () => {
  it('is near the outside, and must be between the two precedences', () => {
    expect(new ToolCallingAdvisor(managerOf()).order).toBe(HIGHEST_PRECEDENCE + 300);
    expect(new ToolCallingAdvisor(managerOf(), { order: HIGHEST_PRECEDENCE + 1 }).order).toBe(HIGHEST_PRECEDENCE + 1);
    for (const order of [HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE, Number.NaN, Infinity]) {
      expect(() => new ToolCallingAdvisor(managerOf(), { order })).toThrow(
        'must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE',
      );
    }
  });
});
