import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Logger } from '@nestjs/common';
import { ChatClient, SimpleLoggerAdvisor } from 'toolgate';
import { HIGHEST_PRECEDENCE, type SimpleLoggerAdvisorOptions } from 'toolgate/chat';
import { assistantMessage, filePart, textOf, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';
import { tool } from './chat.fixture.js';

const withRun = (message: unknown): string => String(message).replace(/ \(run [\da-f-]{36}\)/, ' (run 1)');

/** Keeps what is logged in this context. */
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

describe('the logger', () => {
  it.each(MODES)('writes the request before and the response after, once each, in a %s', async (mode) => {
    const lines = keepDebug();
    await run({}, [hello], mode);
    expect(lines).toEqual([
      `debug request (run 1): {"client":"default","mode":"${mode}","round":0,"messages":["system","user"]}`,
      'debug response (run 1): {"finishReason":{"unified":"stop"},"usage":{"inputTokens":5,"outputTokens":2},"toolCalls":[]}',
    ]);
  });

  it('writes each round inside the tool loop, and each turn outside', async () => {
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

  it('says nothing of what was said, unless it is told to, and then nothing that looks like a secret', async () => {
    const silent = keepDebug();
    const script = [callsTools(toolCall('look', { password: 'hunter2' })), hello];
    await run({}, script);
    expect(silent.join()).not.toMatch(/brief|hunter2|Hello|sk-abc/);
    const told = keepDebug();
    await run({ content: true }, script);
    expect(told.join()).toMatch(/Be brief[^]*Hello, my key is \[redacted\]/);
    expect(told.join()).not.toMatch(/hunter2|sk-abc/);
  });

  it('leaves out the bytes of files and what a provider attached', async () => {
    const lines = keepDebug();
    const chat = ChatClient.create(new ScriptedChatModel(['Hi']), {
      advisors: [new SimpleLoggerAdvisor({ content: true })],
    });
    const message = {
      ...userMessage([filePart(new Uint8Array(300), 'image/png')]),
      providerMetadata: { acme: { a: 1 } },
    };
    await chat.prompt().messages(message).call().content();
    expect(lines[0]).toContain('"base64":"400 characters"');
    expect(lines[0]).not.toContain('acme');
  });

  it('writes in words of your own', async () => {
    const lines = keepDebug();
    await run({
      formatRequest: ({ messages }) => `${messages.length} messages`,
      formatResponse: ({ message }) => textOf(message).slice(0, 5),
    });
    expect(lines).toEqual(['debug request (run 1): 2 messages', 'debug response (run 1): Hello']);
  });

  it('puts nothing into words where nobody reads the debug level', async () => {
    const lines = keepDebug();
    Logger.overrideLogger(['log', 'warn', 'error']);
    const fails = (): never => {
      throw new Error('formatted');
    };
    await run({ formatRequest: fails, formatResponse: fails });
    expect(lines).toEqual([]);
  });

  it('stands at 0, or where it is told', () => {
    expect([new SimpleLoggerAdvisor().order, new SimpleLoggerAdvisor({ order: 3 }).order]).toEqual([0, 3]);
  });

  it('may be a provider as it is, by a subclass, or for one call', async () => {
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
