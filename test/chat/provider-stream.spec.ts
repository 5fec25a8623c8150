import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { lastValueFrom, toArray } from 'rxjs';
import { ChatClient, ChatMemoryRepository, SafeGuardAdvisor, SimpleLoggerAdvisor } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { assistantMessage, type ChatStream } from 'toolgate/model';
import { ScriptedChatModel } from 'toolgate/testing';
import { boot, deferred } from '../story.fixture.js';

let server: Server;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const words = (content: string, finish_reason: string | null = null): string => {
  const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'm' };
  return `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;
};

/** A provider that writes its last word on a signal, and an application with a memory and advisors. */
const start = async () => {
  const [goOn, closed] = [deferred(), deferred()];
  const said: string[] = [];
  const write = (response: ServerResponse, text: string, end?: string): void => {
    said.push(text);
    response.write(words(text, end));
  };
  server = createServer((request, response) => {
    request.resume();
    response.on('close', () => !response.writableEnded && closed.resolve());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(response, 'Hello');
    void goOn.promise.then(() => {
      if (response.destroyed) return;
      write(response, ' there', 'stop');
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const model = aiSdkChatModel(createOpenAICompatible({ name: 'acme', apiKey: 'k', baseURL })('m'));
  const advisors = [new SimpleLoggerAdvisor(), new SafeGuardAdvisor({ words: ['poison'] })];
  const { app, chat } = await boot({ options: { model, memory: true, client: { advisors } } });
  const repository = app.get(ChatMemoryRepository);
  return { goOn, closed, said, repository, stream: chat.prompt('Hi').conversation('c').stream().content() };
};

describe('a slow provider', () => {
  it('reaches the reader with its first word, through memory and advisors', async () => {
    const { goOn, said, repository, stream } = await start();
    const heard: string[] = [];
    await stream.forEach((text) => {
      heard.push(text);
      if (heard.length > 1) return;
      expect(said).toEqual(['Hello']);
      goOn.resolve();
    });
    expect(heard).toEqual(['Hello', ' there']);
    expect(await repository.find('c')).toHaveLength(2);
  });

  it('has its connection closed by unsubscribe(), and nothing is saved', async () => {
    const { closed, said, repository, stream } = await start();
    const first = deferred();
    const subscription = stream.subscribe(() => first.resolve());
    await first.promise;
    subscription.unsubscribe();
    await closed.promise;
    expect(said).toEqual(['Hello']);
    expect(await repository.conversations()).toEqual([]);
  });
});

// The package of Anthropic marks the start of its stream with a part that is no content.
describe('a stream of Claude', () => {
  const message = { type: 'message', id: '1', model: 'm', role: 'assistant', content: [], stop_reason: null };
  const begun = { type: 'message_start', message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } };
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'no' } };
  const ended = [
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];

  it('is retried if it fails at its start, and an empty answer is not remembered', async () => {
    const answers = [
      [begun, overloaded],
      [begun, ...ended],
    ];
    const fetch = async () =>
      new Response(
        answers
          .shift()!
          .map((event) => `data: ${JSON.stringify(event)}\n\n`)
          .join(''),
      );
    const model = aiSdkChatModel(createAnthropic({ apiKey: 'k', fetch })('claude-haiku-4-5'));
    const { app, chat } = await boot({ options: { model, memory: true, retry: { minDelayMs: 1 } } });
    const parts = await lastValueFrom(chat.prompt('Hi').conversation('c').stream().events().pipe(toArray()));
    expect(parts.map(({ type }) => type)).toEqual(['finish']);
    expect(answers).toEqual([]);
    expect(await app.get(ChatMemoryRepository).conversations()).toEqual([]);
  });
});

it('a stream of texts omits empty texts', async () => {
  class Hesitating extends ScriptedChatModel {
    override async *stream(): ChatStream {
      for (const delta of ['', 'Hi', '']) yield { type: 'text-delta', id: '0', delta };
      return { message: assistantMessage('Hi'), finishReason: { unified: 'stop' }, usage: {} };
    }
  }
  const texts = ChatClient.create(new Hesitating([])).prompt('Hi').stream().content();
  expect(await lastValueFrom(texts.pipe(toArray()))).toEqual(['Hi']);
});
