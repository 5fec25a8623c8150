import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Tool, ToolApprovalStrategy, type ToolgateModuleOptions, ToolParam } from 'toolgate';
import { type ChatResponse, type Message, type Prompt, toolMessage, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { ToolCallLimitExceededException } from 'toolgate/tool';
import { boot, lastTexts } from '../story.fixture.js';

@Injectable()
class Desk {
  runs = 0;

  @Tool({ description: 'Finds' })
  find(@ToolParam({ required: false }) _id?: string) {
    return ++this.runs;
  }

  @Tool({ description: 'Looks' })
  look() {
    return ++this.runs;
  }
}

const forEver = (...names: string[]): ScriptedAnswer[] =>
  Array.from({ length: 200 }, () => callsTools(...names.map((name, index) => toolCall(name, {}, `${name}-${index}`))));

const start = async (script: readonly ScriptedAnswer[], options: ToolgateModuleOptions = {}) => {
  const story = await boot({ script, providers: [Desk], options });
  const ask = () => story.chat.prompt('Go').tools(Desk).call().chatResponse();
  return { ...story, ask, desk: story.app.get(Desk) };
};
type Limits = NonNullable<NonNullable<ToolgateModuleOptions['toolCalling']>['limits']>;
const limited = (limits: Limits): ToolgateModuleOptions => ({ toolCalling: { limits } });
const outcomesOf = ({ metadata }: ChatResponse) => metadata!.toolResults!.map(({ outcome }) => outcome);

describe('a model that calls tools without end', () => {
  it('is stopped after 40 calls of one tool', async () => {
    const { ask, desk, model } = await start(forEver('find'));
    const response = await ask();
    expect(desk.runs).toBe(40);
    expect(model.prompts).toHaveLength(41);
    expect(response.finishReason).toEqual({ unified: 'tool-call-limit' });
    expect(response.message.content).toEqual([
      {
        type: 'text',
        text: '"find" was called 40 times in this turn, which is the limit. No further tool calls are allowed in this turn.',
      },
    ]);
    expect(outcomesOf(response)).toEqual([{ type: 'limit', limit: 'calls-per-tool', max: 40 }]);
  });

  it('is stopped after 150 calls in total', async () => {
    const { ask, desk } = await start(forEver('find', 'look', 'find', 'look'), limited({ callsPerTool: Infinity }));
    const response = await ask();
    expect(desk.runs).toBe(150);
    expect(outcomesOf(response)).toEqual([
      { type: 'success' },
      { type: 'success' },
      { type: 'limit', limit: 'total-calls', max: 150 },
      { type: 'limit', limit: 'total-calls', max: 150 },
    ]);
  });

  it('is stopped after 50 rounds, without running the calls of the last one', async () => {
    const { ask, desk, model } = await start(forEver('find'), limited({ callsPerTool: Infinity }));
    const response = await ask();
    expect(model.prompts).toHaveLength(50);
    expect(desk.runs).toBe(49);
    expect(outcomesOf(response)).toEqual([{ type: 'limit', limit: 'rounds', max: 50 }]);
  });

  it('is stopped in a stream, which ends', async () => {
    const { chat } = await start(forEver('find'), limited({ callsPerTool: 2 }));
    const parts = [];
    for await (const part of chat.prompt('Go').tools(Desk).stream()) parts.push(part);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-call-limit' } });
  });

  it.each([
    ['unknown tools', callsTools(toolCall('nobody'))],
    ['invalid arguments', callsTools(toolCall('find', { _id: 5 }))],
    ['malformed arguments', callsTools(toolCall('find', '{'))],
  ])('is stopped if it repeats calls with %s', async (_, answer) => {
    const { ask, model } = await start(Array.from({ length: 60 }, () => answer));
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'tool-call-limit' } });
    expect(model.prompts).toHaveLength(41);
  });

  it('is stopped if it repeats rejected calls', async () => {
    const { ask, model, desk } = await start(forEver('find'), {
      approval: { strategy: ToolApprovalStrategy.alwaysReject('no') },
    });
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'tool-call-limit' } });
    expect(model.prompts).toHaveLength(41);
    expect(desk.runs).toBe(0);
  });

  it('is not stopped if every limit is Infinity', async () => {
    const { ask, desk } = await start(
      [...forEver('find'), 'End.'],
      limited({ callsPerTool: Infinity, totalCalls: Infinity, rounds: Infinity }),
    );
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'stop' } });
    expect(desk.runs).toBe(200);
  });
});

describe('a limit', () => {
  it('runs the calls before it, and returns an error for the calls after it', async () => {
    const { ask, desk } = await start(
      [callsTools(toolCall('find'), toolCall('find'), toolCall('look'))],
      limited({ callsPerTool: 1 }),
    );
    const response = await ask();
    expect(desk.runs).toBe(1);
    expect(response.metadata!.toolResults!.map(({ toolName, outcome }) => [toolName, outcome.type])).toEqual([
      ['find', 'success'],
      ['find', 'limit'],
      ['look', 'limit'],
    ]);
  });

  it('allows exactly its number of calls', async () => {
    const { ask, model } = await start(
      [callsTools(toolCall('find'), toolCall('look')), 'End.'],
      limited({ callsPerTool: 1, totalCalls: 2, rounds: 2 }),
    );
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'stop' } });
    expect(lastTexts(model)).toEqual(['1', '2']);
  });

  it('starts again with each user message', async () => {
    const { chat, desk } = await start([callsTools(toolCall('find')), 'End.'], limited({ callsPerTool: 1 }));
    const history: Message[] = [
      userMessage('Before'),
      callsTools(toolCall('find')),
      toolMessage([
        {
          type: 'tool-result',
          toolCallId: '1',
          toolName: 'find',
          output: { type: 'text', text: '' },
          outcome: { type: 'success' },
        },
      ]),
    ];
    await chat.prompt({ messages: history }).user('Again').tools(Desk).call().content();
    expect(desk.runs).toBe(1);
  });

  it('counts all messages of a prompt without a user message', async () => {
    const { manager, desk } = await start([], limited({ callsPerTool: 1 }));
    const response = {
      message: callsTools(toolCall('find')),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    const first = await manager.executeToolCalls({ messages: [] }, response, { tools: [Desk] });
    const messages = first.type === 'executed' ? first.conversationHistory : [];
    const second = manager.executeToolCalls({ messages }, response, { tools: [Desk] });
    await expect(second).rejects.toThrow(ToolCallLimitExceededException);
    expect(desk.runs).toBe(1);
  });

  it('throws an exception with the partial results in a manual loop', async () => {
    const { manager, desk } = await start([], limited({ callsPerTool: 3 }));
    const options = { tools: [Desk] };
    const response = {
      message: callsTools(toolCall('find')),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    let prompt: Prompt = { messages: [userMessage('Go')] };
    const step = async () => {
      const result = await manager.executeToolCalls(prompt, response, options);
      if (result.type === 'executed') prompt = { messages: result.conversationHistory };
    };
    await step();
    await step();
    await step();
    const breach = (await step().catch((error: unknown) => error)) as ToolCallLimitExceededException;
    expect(breach).toBeInstanceOf(ToolCallLimitExceededException);
    expect(breach.partial.conversationHistory).toHaveLength(9);
    expect(breach.partial.results).toMatchObject([{ outcome: { type: 'limit' } }]);
    expect(desk.runs).toBe(3);
  });
});
