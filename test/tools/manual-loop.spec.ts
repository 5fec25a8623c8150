import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Tool, ToolCallback } from 'toolgate';
import { assistantMessage, type ChatResponse, hasToolCalls, type Prompt, userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import {
  GatedToolCallingManager,
  MessageExceptionProcessor,
  StaticToolCallbackResolver,
  ToolRegistry,
  ToolSets,
} from 'toolgate/tool';
import { boot } from '../story.fixture.js';

@Injectable()
class Desk {
  @Tool({ description: 'Finds' })
  find(id: string) {
    return { id };
  }
}

describe('a manual loop', () => {
  it('runs with the model, the manager, and the history that the manager returns', async () => {
    const { manager } = await boot({ providers: [Desk] });
    const model = new ScriptedChatModel([callsTools(toolCall('find', { id: 'A-1' })), 'Found.']);
    const options = { tools: [Desk] };
    let prompt: Prompt = { messages: [userMessage('Find A-1')], tools: await manager.resolveToolDefinitions(options) };
    let response = await model.call(prompt);
    while (hasToolCalls(response)) {
      const result = await manager.executeToolCalls(prompt, response, options);
      if (result.type === 'pending') throw new Error('The loop has no gate, and a call is pending.');
      prompt = { ...prompt, messages: result.conversationHistory };
      response = await model.call(prompt);
    }
    expect(response.message).toEqual(assistantMessage('Found.'));
    expect(prompt.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: [{ toolCallId: 'call-find', output: { value: { id: 'A-1' } } }] },
    ]);
    expect(JSON.parse(JSON.stringify(prompt))).toEqual(prompt);
  });

  it('receives an error if the response contains no tool calls', async () => {
    const { manager } = await boot({ providers: [Desk] });
    const response: ChatResponse = { message: assistantMessage('Hi'), finishReason: { unified: 'stop' }, usage: {} };
    await expect(manager.executeToolCalls({ messages: [] }, response, { tools: [Desk] })).rejects.toThrow(
      'The response contains no tool calls. Check hasToolCalls(response) first.',
    );
  });

  it('receives an error that names the missing argument', async () => {
    const { manager } = await boot({ providers: [Desk] });
    const prompt: Prompt = { messages: [userMessage('Find A-1')] };
    const message = callsTools(toolCall('find', { id: 'A-1' }));
    const response: ChatResponse = { message, finishReason: { unified: 'tool-calls' }, usage: {} };
    const options = { tools: [Desk] };
    const execute = async (...given: readonly unknown[]) =>
      manager.executeToolCalls(...(given as Parameters<typeof manager.executeToolCalls>));
    await expect(execute(undefined, response, options)).rejects.toThrow('executeToolCalls() received no prompt.');
    await expect(execute(prompt.messages, response, options)).rejects.toThrow('executeToolCalls() received no prompt.');
    await expect(execute(prompt, null, options)).rejects.toThrow('executeToolCalls() received no response.');
    // The caller forgot to await the model.
    await expect(execute(prompt, Promise.resolve(response), options)).rejects.toThrow('received no response.');
    await expect(execute(prompt, response)).rejects.toThrow('executeToolCalls() received no options.');
    const resolve = async () => manager.resolveToolDefinitions(undefined as never);
    await expect(resolve()).rejects.toThrow('resolveToolDefinitions() received no options.');
  });

  it('requires a manager with the parts that find tools and convert errors', () => {
    const toolSets = new ToolSets(new StaticToolCallbackResolver([]), new ToolRegistry());
    const make = (parts: object) => () => new GatedToolCallingManager(parts as never);
    expect(make({ toolSets })).toThrow('A GatedToolCallingManager needs exceptionProcessor.');
    expect(make({ exceptionProcessor: new MessageExceptionProcessor() })).toThrow('needs toolSets.');
    expect(make({ toolSets, exceptionProcessor: new MessageExceptionProcessor() })).not.toThrow();
  });
});

describe('the cache of tool sets', () => {
  class Named extends ToolCallback {
    readonly metadata = {};
    readonly definition;

    constructor(name: string) {
      super();
      this.definition = { name, description: name, inputSchema: { type: 'object' } };
    }

    call(): Promise<never> {
      return Promise.reject(new Error('not used'));
    }
  }

  it('creates the tool set once for the same tools, and again after many others', async () => {
    const { app } = await boot({ providers: [Desk] });
    const sets = app.get(ToolSets);
    const [one, two] = [new Named('one'), new Named('two')];
    const first = sets.of([one, Desk]);
    expect(sets.of([one, [Desk]])).toBe(first);
    expect(sets.of([Desk, one])).not.toBe(first);
    expect(sets.of([two, Desk]).definitions.map(({ name }) => name)).toEqual(['two', 'find']);
    for (let index = 0; index <= 10_000; index++) sets.of([new Named(`n-${index}`)]);
    expect(sets.of([one, Desk])).toEqual(first);
    expect(sets.of([one, Desk])).not.toBe(first);
  });
});
