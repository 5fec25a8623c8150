import 'reflect-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { Injectable } from '@nestjs/common';
import { Tool, type ToolgateModuleOptions } from 'toolgate';
import type { ObservabilityModuleOptions } from 'toolgate/observability';
import { callsTools, toolCall } from 'toolgate/testing';
import { readAll } from '../chat/chat.fixture.js';
import { bootObserved, Desk, NamedModel, twoRounds } from './observed.fixture.js';
import { useSdk } from './telemetry.fixture.js';

const sdk = useSdk();

afterEach(() => {
  for (const key of Object.keys(process.env)) if (key.startsWith('TOOLGATE_')) delete process.env[key];
});

const tell = async (observe: ObservabilityModuleOptions = {}, options: ToolgateModuleOptions = {}) => {
  const { chat } = await bootObserved(new NamedModel(twoRounds()), { observe, options });
  await readAll(chat.prompt('Who ordered A-1? password=hunter2hunter2').tools(Desk).stream());
  return sdk.current.spans.getFinishedSpans();
};

const keysOf = (spans: readonly ReadableSpan[]): readonly string[] => [
  ...new Set(spans.flatMap(({ attributes }) => Object.keys(attributes).filter((key) => attributes[key] !== undefined))),
];

const TOOL = ['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'];
const MESSAGES = ['gen_ai.input.messages', 'gen_ai.output.messages'];

const told = (spans: readonly ReadableSpan[]): readonly string[] =>
  keysOf(spans)
    .filter((key) => [...TOOL, ...MESSAGES].includes(key))
    .sort();

describe('content in spans', () => {
  it('is absent by default', async () => {
    const spans = await tell();
    expect(told(spans)).toEqual([]);
    const everything = JSON.stringify(spans.map(({ attributes, events, status }) => ({ attributes, events, status })));
    for (const word of ['A-1', 'Ann', 'hunter2', 'Who ordered']) expect(everything).not.toContain(word);
  });

  it('of tools is their arguments and results, with secrets redacted', async () => {
    expect(told(await tell({ toolContent: true }))).toEqual(TOOL);
    expect(sdk.current.span('execute_tool find').attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"order":"A-1"}',
      'gen_ai.tool.call.result': 'A-1 is there',
    });
    expect(sdk.current.span('execute_tool customer').attributes['gen_ai.tool.call.result']).toBe(
      '{"name":"Ann","password":"[redacted]"}',
    );
  });

  it('of a tool without arguments and results is an empty object and an empty text', async () => {
    @Injectable()
    class Silent {
      @Tool({ description: 'Says nothing' })
      hush(): string {
        return '';
      }
    }
    const { chat } = await bootObserved(new NamedModel([callsTools(toolCall('hush')), 'Done.']), {
      observe: { toolContent: true },
      metadata: { providers: [Silent] },
    });
    await chat.prompt('Go').tools(Silent).call().content();
    expect(sdk.current.span('execute_tool hush').attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{}',
      'gen_ai.tool.call.result': '',
    });
  });

  it('of messages follows the semantic conventions', async () => {
    expect(told(await tell({ messageContent: true }))).toEqual(MESSAGES);
    const [, second] = sdk.current.named('chat gpt-x');
    expect(JSON.parse(String(second!.attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Who ordered A-1? password=[redacted]' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'text', content: 'Let me look.' },
          { type: 'tool_call', id: 'call-find', name: 'find', arguments: '{"order":"A-1"}' },
          { type: 'tool_call', id: 'call-customer', name: 'customer', arguments: '{"name":"Ann"}' },
        ],
      },
      {
        role: 'tool',
        parts: [
          { type: 'tool_call_response', id: 'call-find', response: 'A-1 is there' },
          { type: 'tool_call_response', id: 'call-customer', response: { name: 'Ann', password: '[redacted]' } },
        ],
      },
    ]);
    const answer = [
      { role: 'assistant', parts: [{ type: 'text', content: 'Ann ordered A-1.' }], finish_reason: 'stop' },
    ];
    for (const span of [second!, sdk.current.span('invoke_agent default')]) {
      expect(JSON.parse(String(span.attributes['gen_ai.output.messages']))).toEqual(answer);
    }
  });

  it('of files is their media type and their address, without their bytes', async () => {
    const { chat } = await bootObserved(new NamedModel(['A cat.']), { observe: { messageContent: true } });
    const image = (url: string) => ({ type: 'file', mediaType: 'image/png', source: { type: 'url', url } }) as const;
    const parts = [image('https://example.com/cat.png'), image('data:image/png;base64,AAAA')];
    await chat.prompt().user(parts).call().content();
    const [sent] = JSON.parse(String(sdk.current.span('chat gpt-x').attributes['gen_ai.input.messages']));
    expect(sent.parts).toEqual([
      { type: 'uri', mime_type: 'image/png', uri: 'https://example.com/cat.png' },
      { type: 'blob', mime_type: 'image/png' },
    ]);
  });

  it('passes the redact hook', async () => {
    await tell({ toolContent: true, redact: (text) => text.replaceAll('A-1', 'an order') });
    expect(sdk.current.span('execute_tool find').attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"order":"an order"}',
      'gen_ai.tool.call.result': 'an order is there',
    });
  });

  it('is absent if the hook fails', async () => {
    const redact = () => {
      throw new Error('broken');
    };
    const spans = await tell({ toolContent: true, messageContent: true, redact });
    expect(told(spans)).toEqual([]);
    expect(spans).toHaveLength(6);
  });

  it('includes the message of an error only if message content is enabled', async () => {
    const fails = async (observe: ObservabilityModuleOptions): Promise<readonly (string | undefined)[]> => {
      const { chat } = await bootObserved(new NamedModel([callsTools(toolCall('fail'))]), {
        observe,
        options: { toolCalling: { throwOnError: true } },
      });
      await expect(chat.prompt('Go').tools(Desk).call().content()).rejects.toThrow();
      return sdk.current.named('invoke_agent default').map(({ status }) => status.message);
    };
    expect(await fails({})).toEqual([undefined]);
    expect(await fails({ messageContent: true })).toEqual([undefined, expect.stringContaining('Ann is empty')]);
    const redact = (text: string): string => text.replaceAll('Ann', 'somebody');
    const [, , redacted] = await fails({ messageContent: true, redact });
    expect(redacted).toContain('somebody is empty');
  });
});

describe('the options for content in spans', () => {
  it('may be set by environment variables, which the code overrides', async () => {
    process.env['TOOLGATE_OBSERVABILITY_TOOL_CONTENT'] = 'true';
    expect(told(await tell())).toEqual(TOOL);
    sdk.current.spans.reset();
    expect(told(await tell({ toolContent: false, messageContent: true }))).toEqual(MESSAGES);
  });

  it('may be set by ToolgateModule', async () => {
    expect(told(await tell({}, { observability: { messageContent: true } }))).toEqual(MESSAGES);
  });
});
