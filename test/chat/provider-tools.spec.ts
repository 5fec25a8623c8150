import { createOpenAI } from '@ai-sdk/openai';
import type { Provider } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ChatClient, createToolgate, functionTool, providerTool, ToolApprovalStrategy } from 'toolgate';
import { type AiSdkLanguageModel, type AiSdkSpecificationVersion, aiSdkChatModel } from 'toolgate/ai-sdk';
import { ApprovalService, HumanApprovalStrategy, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedApprover, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { augmentTools } from 'toolgate/tool';
import { z } from 'zod';
import { Askers } from '../approval/approval.fixture.js';
import { boot as bootModule } from '../story.fixture.js';
import { readAll } from './chat.fixture.js';

const openai = createOpenAI({ apiKey: 'none' });
const search = providerTool(openai.tools.webSearch({ searchContextSize: 'low' }));

const SEARCHED = [
  { type: 'tool-call', toolCallId: 's1', toolName: 'web_search', input: '{"q":"Rome"}', providerExecuted: true },
  { type: 'tool-result', toolCallId: 's1', toolName: 'web_search', result: { found: 1 }, providerExecuted: true },
];
const END = { finishReason: { unified: 'stop', raw: 'stop' }, usage: {}, warnings: [] };

/** A provider that searches the web itself, then calls our tool, then answers. */
const provider = (specificationVersion: AiSdkSpecificationVersion) => {
  const sent: { readonly tools?: readonly object[]; readonly prompt: readonly { role: string; content: unknown }[] }[] =
    [];
  const answer = (options: never) => {
    const round = sent.push(options);
    if (round > 1) return [{ type: 'text', text: 'It is sunny.' }];
    return [...SEARCHED, { type: 'tool-call', toolCallId: 'l1', toolName: 'log', input: '{}' }];
  };
  const model: AiSdkLanguageModel = {
    specificationVersion,
    provider: 'fake.chat',
    modelId: 'fake-1',
    doGenerate: async (options: never) => ({ ...END, content: answer(options) }),
    doStream: async (options: never) => {
      const parts = answer(options).map((part) =>
        part.type === 'text' ? { type: 'text-delta', id: 't', delta: (part as { text: string }).text } : part,
      );
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of [...parts, { type: 'finish', ...END }]) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
  return { model, sent };
};

const boot = async (version: AiSdkSpecificationVersion) => {
  const asked: string[] = [];
  const { model, sent } = provider(version);
  const log = functionTool({ name: 'log', run: () => 'logged' });
  const strategy = ToolApprovalStrategy.of(({ definition }) => {
    asked.push(definition.name);
    return { type: 'approve' };
  });
  const allowed = aiSdkChatModel(model, { allowProviderExecutedTools: true });
  const toolgate = await createToolgate({ model: allowed, logger: false, tools: [search, log], strategy });
  return { ...toolgate, sent, asked };
};

describe('a tool that the provider runs itself', () => {
  it.each(['v2', 'v3', 'v4'] as const)(
    'works through the client, together with tools of the application (%s)',
    async (version) => {
      const { chat, sent, asked, close } = await boot(version);
      expect(await chat.prompt('Weather?').call().content()).toBe('It is sunny.');
      expect(sent[0]!.tools).toMatchObject([
        {
          type: version === 'v2' ? 'provider-defined' : 'provider',
          id: 'openai.web_search',
          name: 'web_search',
          args: { searchContextSize: 'low' },
        },
        { type: 'function', name: 'log' },
      ]);
      // No strategy decides on the search, and the provider receives it back as its own.
      expect(asked).toEqual(['log']);
      expect(sent[1]!.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
      expect(sent[1]!.prompt[1]!.content).toMatchObject([
        { providerExecuted: true },
        { type: 'tool-result' },
        { toolName: 'log' },
      ]);
      await close();
    },
  );

  it('belongs to a turn that waits for a person, if it is provided in a module', async () => {
    const { model, sent } = provider('v4');
    const approval = { strategy: new HumanApprovalStrategy({ tools: 'log' }), requester: new Askers() };
    const waitingFor = async (providers: Provider[]) => {
      const allowed = aiSdkChatModel(model, { allowProviderExecutedTools: true });
      const log = { provide: 'log', useValue: functionTool({ name: 'log', run: () => 'logged' }) };
      const { app, chat } = await bootModule({
        providers: [log, ...providers],
        options: { model: allowed, approval: { ...approval, store: new InMemoryApprovalStore(), worker: false } },
      });
      return { app, chat, turn: chat.prompt('Weather?').tools('log', search).call().outcome() };
    };
    await expect((await waitingFor([])).turn).rejects.toThrow(
      'Provide its class in a module, or { provide: "web_search", useValue: tool }. With createToolgate(), add it to tools.',
    );
    sent.length = 0;
    const { app, chat, turn } = await waitingFor([{ provide: 'web_search', useValue: search }]);
    const outcome = await turn;
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    const { runId } = outcome;
    await new ScriptedApprover(app.get(ApprovalService), () => 'approve').decideAll({ runId });
    expect(await chat.resume(runId).call().content()).toBe('It is sunny.');
    expect(sent[1]!.prompt[1]!.content).toMatchObject([
      { type: 'tool-call', toolName: 'web_search', providerExecuted: true },
      { type: 'tool-result', output: { type: 'json', value: { found: 1 } } },
      { toolName: 'log' },
    ]);
    expect(sent[1]!.tools).toMatchObject([{ name: 'log' }, { id: 'openai.web_search' }]);
  });

  it('appears in a stream, marked as executed by the provider', async () => {
    const { chat, close } = await boot('v4');
    const parts = await readAll(chat.prompt('Weather?').stream());
    expect(parts.filter(({ type }) => type === 'tool-call' || type === 'tool-result')).toMatchObject([
      { type: 'tool-call', toolName: 'web_search', providerExecuted: true },
      { type: 'tool-result', toolName: 'web_search', providerExecuted: true },
      { type: 'tool-call', toolName: 'log' },
      { type: 'tool-result', toolName: 'log' },
    ]);
    await close();
  });

  it('is refused before a request is sent, unless the model allows it', async () => {
    const { model, sent } = provider('v4');
    const prompt = ChatClient.create(aiSdkChatModel(model), { tools: [search] }).prompt('Weather?');
    await expect(prompt.call().content()).rejects.toThrow(
      "received the provider's tool 'web_search', which bypasses the gate. Leave it out,",
    );
    expect(sent).toEqual([]);
  });

  it('never runs in the application, even if the model calls it as an ordinary tool', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('web_search')), 'End.']);
    await ChatClient.create(model, { tools: [search] })
      .prompt('Weather?')
      .call()
      .content();
    expect(model.prompts[1]!.messages.at(-1)).toMatchObject({
      content: [
        { outcome: { type: 'error' }, output: { text: expect.stringContaining("runs at the model's provider") } },
      ],
    });
    await expect(search.call()).rejects.toThrow('not in this application');
  });

  it('cannot have added arguments, because their consumer would never receive them', async () => {
    const augmented = augmentTools(search, { schema: z.object({ why: z.string() }), consume: () => {} });
    const chat = ChatClient.create(new ScriptedChatModel(['Done.']), { tools: [augmented] });
    await expect(chat.prompt('Weather?').call().content()).rejects.toThrow(
      'augmentTools(): "web_search" runs at the model\'s provider, so no arguments can be added to it. Leave it out.',
    );
  });

  it('accepts a name of its own, and requires the id of a provider', () => {
    expect(providerTool({ id: 'anthropic.code_execution', name: 'code' }).definition).toMatchObject({
      name: 'code',
      provider: { id: 'anthropic.code_execution', args: {} },
    });
    for (const id of ['', 'web_search', undefined]) {
      expect(() => providerTool({ id: id as string })).toThrow(
        "providerTool() has no valid `id`. Pass the id of a provider's tool, such as { id: 'openai.web_search' }, or the result of openai.tools.webSearch().",
      );
    }
  });
});
