import { afterEach, describe, expect, it } from 'vitest';
import { Injectable, Logger } from '@nestjs/common';
import { ChatClient, SimpleLoggerAdvisor } from 'toolgate';
import { HIGHEST_PRECEDENCE, type SimpleLoggerAdvisorOptions } from 'toolgate/chat';
import { assistantMessage, filePart, textOf, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';
import { tool } from './chat.fixture.js';

const withRun = (message: unknown): string => String(message).replace(/ \(run [\da-f-]{36}\)/, ' (run 1)');

/** Collects the log lines of this context. */
const keepDebug = (): readonly string[] => {
  const lines: string[] = [];
  const keep =
    (level: string) =>
    (message: unknown, context?: unknown): void =>
      void (context === 'SimpleLoggerAdvisor' && lines.push(`${level} ${withRun(message)}`));
  Logger.overrideLogger({ log: keep('log'), warn: keep('warn'), error: keep('error'), debug: keep('debug') });
  return lines;
};

afterEach(() => Logger.overrideLogger(['log', 'warn', 'error', 'debug']));

const usage = { inputTokens: 5, outputTokens: 2 };
const hello: ScriptedAnswer = { message: assistantMessage('Hello, my key is sk-abcdefghijklmnop1234'), usage };
const MODES = ['call', 'stream'] as const;

const run = async (
  options?: SimpleLoggerAdvisorOptions,
  script: readonly ScriptedAnswer[] = [hello],
  mode: (typeof MODES)[number] = 'call',
) => {
  const chat = ChatClient.create(new ScriptedChatModel(script), {
    advisors: [new SimpleLoggerAdvisor(options)],
    tools: [tool('look')],
  });
  const prompt = chat.prompt('My password=hunter2.').system('Be brief.');
  await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
};

describe('the logging advisor', () => {
  it.each(MODES)('logs the request and the response, once each, in a %s', async (mode) => {
    const lines = keepDebug();
    await run({}, [hello], mode);
    expect(lines).toEqual([
      `debug request (run 1): {"client":"default","mode":"${mode}","round":0,"messages":["system","user"]}`,
      'debug response (run 1): {"finishReason":{"unified":"stop"},"usage":{"inputTokens":5,"outputTokens":2},"toolCalls":[]}',
    ]);
  });

  it('logs each round inside the tool loop, and each turn outside it', async () => {
    const script = [
      { message: callsTools(toolCall('look', { password: 'hunter2' })), metadata: { id: 'r1', model: 'large' } },
      hello,
    ];
    const inside = keepDebug();
    await run({}, script);
    expect(inside).toHaveLength(4);
    expect(inside[1]).toContain('"id":"r1","model":"large","toolCalls":["look"]}');
    expect(inside[2]).toContain('"round":1,"messages":["system","user","assistant","tool"]');
    const outside = keepDebug();
    await run({ order: HIGHEST_PRECEDENCE + 100 }, script);
    expect(outside).toHaveLength(2);
  });

  it('logs no content by default, and redacts secrets if content is enabled', async () => {
    const silent = keepDebug();
    const script = [callsTools(toolCall('look', { password: 'hunter2' })), hello];
    await run({}, script);
    expect(silent.join()).not.toMatch(/brief|hunter2|Hello|sk-abc/);
    const told = keepDebug();
    await run({ content: true }, script);
    expect(told.join()).toMatch(/Be brief[^]*Hello, my key is \[redacted\]/);
    expect(told.join()).not.toMatch(/hunter2|sk-abc/);
  });

  it('omits the bytes of files and the metadata of a provider', async () => {
    const lines = keepDebug();
    const chat = ChatClient.create(new ScriptedChatModel(['Hi']), {
      advisors: [new SimpleLoggerAdvisor({ content: true })],
    });
    const url = `data:image/png;base64,${'A'.repeat(400)}`;
    const message = {
      ...userMessage([
        filePart(new Uint8Array(300), 'image/png'),
        { type: 'file', mediaType: 'image/png', source: { type: 'url', url } },
      ]),
      providerMetadata: { acme: { a: 1 } },
    };
    await chat.prompt().messages(message).call().content();
    expect(lines[0]).toContain('"base64":"400 characters"');
    expect(lines[0]).toContain('"url":"422 characters"');
    expect(lines[0]).not.toContain('acme');
  });

  it('uses custom formats', async () => {
    const lines = keepDebug();
    await run({
      formatRequest: ({ messages }) => `${messages.length} messages`,
      formatResponse: ({ message }) => textOf(message).slice(0, 5),
    });
    expect(lines).toEqual(['debug request (run 1): 2 messages', 'debug response (run 1): Hello']);
  });

  it('formats nothing if the debug level is disabled', async () => {
    const lines = keepDebug();
    Logger.overrideLogger(['log', 'warn', 'error']);
    const fails = (): never => {
      throw new Error('formatted');
    };
    await run({ formatRequest: fails, formatResponse: fails });
    expect(lines).toEqual([]);
  });

  it('has the order 0, or that of its options', () => {
    expect([new SimpleLoggerAdvisor().order, new SimpleLoggerAdvisor({ order: 3 }).order]).toEqual([0, 3]);
  });

  it('may be a provider itself, by a subclass, or for one call', async () => {
    @Injectable()
    class Outside extends SimpleLoggerAdvisor {
      constructor() {
        super({ order: HIGHEST_PRECEDENCE + 1, formatRequest: () => 'outside', formatResponse: () => 'outside' });
      }
    }
    const { chat } = await boot({ script: ['Hi'], providers: [SimpleLoggerAdvisor, Outside] });
    const lines = keepDebug();
    const perCall = new SimpleLoggerAdvisor({
      order: 1,
      formatRequest: () => 'inside',
      formatResponse: () => 'inside',
    });
    await chat.prompt('Hi').advisors(perCall).call().content();
    expect(lines.map((line) => line.replace(' (run 1)', '').slice('debug '.length, 20))).toEqual([
      'request: outsi',
      'request: {"cli',
      'request: insid',
      'response: insi',
      'response: {"fi',
      'response: outs',
    ]);
  });
});
