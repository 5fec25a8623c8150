import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import {
  ENTITY_KIND,
  assistantMessage,
  ChatModelException,
  type JsonObject,
  type Message,
  type Prompt,
  systemMessage,
  type ToolCallOutcome,
  type ToolCallPart,
  toolMessage,
  type ToolResultOutput,
  userMessage,
} from 'toolgate/model';
import type { AiSdkLanguageModel, AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';
import { aiSdkChatModel, type AiSdkChatModelSettings } from './ai-sdk-chat-model.js';

const recorder = (specificationVersion: AiSdkSpecificationVersion) => {
  const sent: Record<string, unknown>[] = [];
  const model: AiSdkLanguageModel = {
    specificationVersion,
    provider: 'fake.chat',
    modelId: 'fake-1',
    async doGenerate(options: never) {
      sent.push(options);
      return { content: [], finishReason: { unified: 'stop', raw: 'stop' }, usage: {}, warnings: [] };
    },
    doStream: () => Promise.reject(new Error('not used')),
  };
  return { model, sent };
};

const send = async (version: AiSdkSpecificationVersion, prompt: Prompt, settings?: AiSdkChatModelSettings) => {
  const { model, sent } = recorder(version);
  const response = await aiSdkChatModel(model, settings).call(prompt);
  return { request: sent[0] as Record<string, unknown> & { prompt: JsonObject[] }, response };
};

const sendMessages = async (version: AiSdkSpecificationVersion, ...messages: Message[]) =>
  (await send(version, { messages })).request.prompt as unknown as { role: string; content: JsonObject[] }[];

const VERSIONS = ['v2', 'v3', 'v4'] as const;

describe('the messages that a provider receives', () => {
  it.each(VERSIONS)(
    'contain the metadata that the provider attached to every part and message (%s)',
    async (version) => {
      const attached = (value: string) => ({ providerMetadata: { acme: { value } } });
      const echoed = (value: string) => ({ providerOptions: { acme: { value } } });
      const sent = await sendMessages(
        version,
        { ...systemMessage('Be brief.'), ...attached('system') },
        { role: 'user', content: [{ type: 'text', text: 'Hi', ...attached('text') }], ...attached('user') },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Hm.', ...attached('thinking') },
            { type: 'reasoning', text: '', ...attached('redacted') },
            { type: 'text', text: '', ...attached('empty text') },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: '{"a":1}', ...attached('call') },
          ],
          ...attached('assistant'),
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'find',
              output: { type: 'text', text: 'x' },
              outcome: { type: 'success' },
              ...attached('result'),
            },
          ],
          ...attached('tool'),
        },
      );
      expect(sent).toEqual([
        { role: 'system', content: 'Be brief.', ...echoed('system') },
        { role: 'user', content: [{ type: 'text', text: 'Hi', ...echoed('text') }], ...echoed('user') },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Hm.', ...echoed('thinking') },
            { type: 'reasoning', text: '', ...echoed('redacted') },
            { type: 'text', text: '', ...echoed('empty text') },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: { a: 1 }, ...echoed('call') },
          ],
          ...echoed('assistant'),
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'find',
              output: { type: 'text', value: 'x' },
              ...echoed('result'),
            },
          ],
          ...echoed('tool'),
        },
      ]);
    },
  );

  it('omit an empty answer, which providers reject', async () => {
    const sent = await sendMessages('v4', userMessage('Hi'), assistantMessage([]), userMessage('Hello?'));
    expect(await sendMessages('v4', assistantMessage([{ type: 'text', text: '' }]))).toEqual([]);
    expect(sent.map(({ role }) => role)).toEqual(['user', 'user']);
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    ['', {}],
    ['null', {}],
    ['{"a":', { malformedArguments: '{"a":' }],
    ['[1]', { malformedArguments: '[1]' }],
    ['"a"', { malformedArguments: '"a"' }],
  ])('contain the arguments %j as an object', async (input, expected) => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input } as const;
    const [sent] = await sendMessages('v4', assistantMessage([call]));
    expect(sent?.content[0]?.input).toEqual(expected);
  });

  it('contain no arguments as an empty object if another chat model left them out', async () => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'find' } as ToolCallPart;
    const [sent] = await sendMessages('v4', assistantMessage([call]));
    expect(sent?.content[0]?.input).toEqual({});
  });

  it('carry files in the form of each version', async () => {
    const files = userMessage([
      { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'AAEC' }, filename: 'a.png' },
      { type: 'file', mediaType: 'image/*', source: { type: 'url', url: 'https://example.com/a.png' } },
      { type: 'file', mediaType: 'text/plain', source: { type: 'url', url: 'data:text/plain;base64,aGk=' } },
    ]);
    const url = new URL('https://example.com/a.png');
    const data = async (version: AiSdkSpecificationVersion) =>
      (await sendMessages(version, files))[0]?.content.map((part) => part.data);
    expect(await data('v4')).toEqual([
      { type: 'data', data: 'AAEC' },
      { type: 'url', url },
      { type: 'data', data: 'aGk=' },
    ]);
    expect(await data('v3')).toEqual(['AAEC', url, 'aGk=']);
    expect(await data('v2')).toEqual(['AAEC', url, 'aGk=']);
  });

  it('take the media type of a data: URL if only the kind is set', async () => {
    const source = { type: 'url', url: 'data:image/gif;base64,R0k=' } as const;
    const [sent] = await sendMessages('v4', userMessage([{ type: 'file', mediaType: 'image/*', source }]));
    expect(sent?.content[0]).toMatchObject({ mediaType: 'image/gif', data: { type: 'data', data: 'R0k=' } });
  });

  it('cannot carry a file with an invalid URL', async () => {
    const file = { type: 'file', mediaType: 'image/png', source: { type: 'url', url: 'a.png' } } as const;
    await expect(send('v4', { messages: [userMessage([file])] })).rejects.toThrow(ChatModelException);
  });

  it('return custom parts and reasoning files to v4 only, and sources and entities to none', async () => {
    const answer = assistantMessage([
      { type: 'text', text: 'So.' },
      { type: 'custom', kind: 'acme.marker', providerMetadata: { acme: { id: 'm1' } } },
      {
        type: 'custom',
        kind: 'ai-sdk.reasoning-file',
        data: { mediaType: 'image/png', source: { type: 'data', base64: 'AA==' } },
        providerMetadata: { acme: { signature: 's' } },
      },
      { type: 'custom', kind: 'ai-sdk.source', data: { sourceType: 'url', id: 's1', url: 'https://example.com' } },
      { type: 'custom', kind: ENTITY_KIND, data: { title: 'Alien' } },
    ]);
    const [v4] = await sendMessages('v4', answer);
    expect(v4?.content).toEqual([
      { type: 'text', text: 'So.' },
      { type: 'custom', kind: 'acme.marker', providerOptions: { acme: { id: 'm1' } } },
      {
        type: 'reasoning-file',
        mediaType: 'image/png',
        data: { type: 'data', data: 'AA==' },
        providerOptions: { acme: { signature: 's' } },
      },
    ]);
    for (const version of ['v2', 'v3'] as const) {
      const [message] = await sendMessages(version, answer);
      expect(message?.content).toEqual([{ type: 'text', text: 'So.' }]);
    }
  });
});

describe('the result of a tool', () => {
  const outputOf = async (
    version: AiSdkSpecificationVersion,
    output: ToolResultOutput,
    outcome: ToolCallOutcome = { type: 'success' },
  ) => {
    const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'find', output, outcome } as const;
    return (await sendMessages(version, toolMessage([result])))[0]?.content[0]?.output;
  };
  const text: ToolResultOutput = { type: 'text', text: 'No such order.' };
  const json: ToolResultOutput = { type: 'json', value: { code: 7 } };

  it.each(VERSIONS)('is text or JSON, and an error if the call failed (%s)', async (version) => {
    const failed: ToolCallOutcome = { type: 'error', kind: 'execution' };
    expect(await outputOf(version, text)).toEqual({ type: 'text', value: 'No such order.' });
    expect(await outputOf(version, json)).toEqual({ type: 'json', value: { code: 7 } });
    expect(await outputOf(version, text, failed)).toEqual({ type: 'error-text', value: 'No such order.' });
    expect(await outputOf(version, json, failed)).toEqual({ type: 'error-json', value: { code: 7 } });
  });

  it.each(VERSIONS)('is an ordinary result if a person answered in place of the tool (%s)', async (version) => {
    expect(await outputOf(version, text, { type: 'responded' })).toEqual({ type: 'text', value: 'No such order.' });
    expect(await outputOf(version, json, { type: 'responded' })).toEqual({ type: 'json', value: { code: 7 } });
  });

  it('contains the whole sentence of a denial', async () => {
    const sentence = 'Tool execution was denied: not after six';
    const denied: ToolCallOutcome = { type: 'denied', decision: 'reject', reason: 'not after six' };
    const output: ToolResultOutput = { type: 'text', text: sentence };
    const refusal = { type: 'execution-denied', reason: sentence };
    expect(await outputOf('v4', output, denied)).toEqual(refusal);
    expect(await outputOf('v3', output, denied)).toEqual(refusal);
    expect(await outputOf('v2', output, denied)).toEqual({ type: 'error-text', value: sentence });
  });

  it.each([
    { type: 'limit', limit: 'rounds', max: 50 },
    { type: 'unknown' },
    { type: 'not-started' },
  ] as ToolCallOutcome[])('is an error for a call that ended as $type', async (outcome) => {
    expect(await outputOf('v4', text, outcome)).toEqual({ type: 'error-text', value: 'No such order.' });
  });

  it('carries files in the form of each version', async () => {
    const output: ToolResultOutput = {
      type: 'content',
      parts: [
        { type: 'text', text: 'Here.' },
        { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'AA==' } },
        { type: 'file', mediaType: 'application/pdf', source: { type: 'url', url: 'https://example.com/a.pdf' } },
      ],
    };
    const head = { type: 'text', text: 'Here.' };
    const url = 'https://example.com/a.pdf';
    expect(await outputOf('v4', output)).toEqual({
      type: 'content',
      value: [
        head,
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
        { type: 'file', mediaType: 'application/pdf', data: { type: 'url', url: new URL(url) } },
      ],
    });
    expect(await outputOf('v3', output)).toEqual({
      type: 'content',
      value: [head, { type: 'image-data', mediaType: 'image/png', data: 'AA==' }, { type: 'file-url', url }],
    });
    expect(await outputOf('v2', output)).toEqual({
      type: 'content',
      value: [head, { type: 'media', mediaType: 'image/png', data: 'AA==' }, { type: 'text', text: url }],
    });
    const failed = await outputOf('v4', output, { type: 'error', kind: 'execution' });
    expect(failed).toEqual({ type: 'error-text', value: 'Here.\n[image/png]\n[application/pdf]' });
  });
});

describe('the options that a provider receives', () => {
  const options = {
    maxOutputTokens: 10,
    temperature: 0,
    topP: 0.5,
    topK: 4,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    stopSequences: ['END'],
    seed: 3,
    responseFormat: { type: 'json', schema: { type: 'object' }, name: 'answer' },
    headers: { 'x-team': 'a' },
    providerOptions: { acme: { store: false } },
  } as const;

  it.each(VERSIONS)('are all options of the prompt (%s)', async (version) => {
    const tool = { name: 'find', description: 'Finds.', inputSchema: { type: 'object' } };
    const toolChoice = { type: 'tool', toolName: 'find' } as const;
    const { request } = await send(version, { messages: [], tools: [tool], options: { ...options, toolChoice } });
    expect(request).toEqual({ prompt: [], ...options, toolChoice, tools: [{ type: 'function', ...tool }] });
  });

  it('have a tool choice without its rounds', async () => {
    const tool = { name: 'find', description: 'Finds.', inputSchema: { type: 'object' } };
    const toolChoice = { type: 'required', everyRound: true } as const;
    const { request } = await send('v4', { messages: [], tools: [tool], options: { toolChoice } });
    expect(request.toolChoice).toEqual({ type: 'required' });
  });

  it('have no tools if there are none', async () => {
    const prompt: Prompt = { messages: [], tools: [], options: { toolChoice: { type: 'required' } } };
    expect((await send('v4', prompt)).request).toEqual({ prompt: [] });
  });

  it('start from the default options, whose tools are for the chat client', async () => {
    const defaults = { ...options, tools: ['find'] };
    const { request } = await send('v4', { messages: [], options: { temperature: 1 } }, { options: defaults });
    expect(request).toEqual({ prompt: [], ...options, temperature: 1 });
    expect(aiSdkChatModel(recorder('v4').model, { options: defaults }).defaultOptions).toEqual(defaults);
  });

  it('have the reasoning option in v4; an older model warns', async () => {
    const prompt: Prompt = { messages: [], options: { reasoning: 'low' } };
    const v4 = await send('v4', prompt);
    expect(v4.request.reasoning).toBe('low');
    expect(v4.response.metadata).toBeUndefined();
    for (const version of ['v2', 'v3'] as const) {
      const { request, response } = await send(version, prompt);
      expect(request).not.toHaveProperty('reasoning');
      expect(response.metadata?.warnings).toEqual([expect.stringContaining('unsupported: reasoning')]);
    }
  });

  it.each(VERSIONS)('have the hints of a tool since v3; a v2 model warns (%s)', async (version) => {
    const tool = { name: 'find', description: 'Finds.', inputSchema: { type: 'object' } };
    const hints = { strict: true, inputExamples: [{ input: { id: 7 } }] };
    const { request, response } = await send(version, { messages: [], tools: [{ ...tool, ...hints }] });
    expect(request.tools).toEqual([{ type: 'function', ...tool, ...(version !== 'v2' && hints) }]);
    const warnings = version === 'v2' ? [expect.stringContaining('unsupported: strict and inputExamples')] : undefined;
    expect(response.metadata?.warnings).toEqual(warnings);
  });

  it('cannot switch to another model', async () => {
    await send('v4', { messages: [], options: { model: 'fake-1' } });
    await expect(send('v4', { messages: [], options: { model: 'fake-2' } })).rejects.toThrow(
      "The model fake-1 of fake.chat cannot be switched to 'fake-2'",
    );
  });

  it("have a provider's own tool only if such tools are allowed", async () => {
    const search = { type: 'provider', id: 'acme.search', name: 'search', args: {} };
    const prompt = { messages: [], tools: [search as never] };
    await expect(send('v4', prompt)).rejects.toThrow(
      "received the provider's tool 'search', which bypasses the gate. Leave it out, or accept it with aiSdkChatModel(model, { allowProviderExecutedTools: true }).",
    );
    const allowed = { allowProviderExecutedTools: true };
    expect((await send('v4', prompt, allowed)).request.tools).toEqual([search]);
    expect((await send('v2', prompt, allowed)).request.tools).toEqual([{ ...search, type: 'provider-defined' }]);
  });
});

describe('aiSdkChatModel', () => {
  it('accepts the language models of the AI SDK by their types', () => {
    const accept = (model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4) => aiSdkChatModel(model);
    expect(accept).toBeInstanceOf(Function);
  });

  it('rejects a value that is not a supported model object', () => {
    expect(() => aiSdkChatModel('openai/gpt-5-mini' as never)).toThrow(
      "not the id 'openai/gpt-5-mini'. Pass the model",
    );
    expect(() => aiSdkChatModel({ specificationVersion: 'v9' } as never)).toThrow("received 'v9'");
    expect(() => aiSdkChatModel(undefined as never)).toThrow('v2, v3 and v4');
  });
});
