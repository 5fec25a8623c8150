import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { streamText, toUIMessageStream } from 'ai';
import { firstValueFrom, lastValueFrom, type Observable, take } from 'rxjs';
import { ChatClient } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { uiMessageStream } from 'toolgate/http';
import { boot } from './boot.js';
import { compare, type Comparison, printCompared, printComparison } from './compare.js';
import { instantModel } from './live/instant.model.js';

Logger.overrideLogger(['error', 'warn']);

const CHUNKS = [20, 2000];
const READERS = 10;
// The log counts bytes, and removes ended turns at once when it is full.
const LIVE = { liveTurns: { maxBytes: 2 ** 22 } };
const HOW: Comparison = { warmMs: 1500 };

const clientOf = async (chunks: number) => {
  const app = await boot({ model: aiSdkChatModel(instantModel(chunks)), ...LIVE });
  return { chat: app.get(ChatClient), close: () => app.close() };
};

const toEnd = (parts: Observable<unknown>) => lastValueFrom(parts);

/** Measures two ways to stream an answer of a model. */
const row = async (
  name: string,
  chunks: number,
  works: (chat: ChatClient) => readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<void> => {
  const { chat, close } = await clientOf(chunks);
  printComparison(name, await compare(...works(chat), 1, HOW));
  await close();
};

const prompt = (chat: ChatClient) => chat.prompt('Tell me all').stream();

printCompared('A live turn with one reader', 'not live', 'live');
for (const chunks of CHUNKS) {
  const works = (chat: ChatClient) =>
    [() => toEnd(prompt(chat).events()), () => toEnd(prompt(chat).live().parts())] as const;
  await row(`an answer of ${chunks.toLocaleString('en')} chunks`, chunks, works);
}

printCompared('A live turn with ten readers', 'one reader', 'ten readers');
for (const chunks of CHUNKS) {
  const read = async (chat: ChatClient, readers: number): Promise<void> => {
    const turn = prompt(chat).live();
    await Promise.all(Array.from({ length: readers }, () => toEnd(turn.parts())));
  };
  const works = (chat: ChatClient) => [() => read(chat, 1), () => read(chat, READERS)] as const;
  await row(`an answer of ${chunks.toLocaleString('en')} chunks`, chunks, works);
}

/** Reads the stream of the AI SDK for its `useChat` up to a chunk of a type. */
const readSdk = async (chunks: number, until: string): Promise<void> => {
  const { stream } = streamText({ model: instantModel(chunks), prompt: 'Tell me all' });
  const reader = toUIMessageStream({ stream }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value.type === until) return void (await reader.cancel());
  }
};

printCompared('A turn as useChat of the AI SDK reads it', 'toUIMessageStream');
const firstText = (chat: ChatClient) =>
  firstValueFrom(uiMessageStream(prompt(chat)).pipe(take(3)), { defaultValue: undefined });
await row('until the first text', 20, (chat) => [() => readSdk(20, 'text-delta'), () => firstText(chat)]);
for (const chunks of CHUNKS) {
  const works = (chat: ChatClient) =>
    [() => readSdk(chunks, 'none'), () => toEnd(uiMessageStream(prompt(chat)))] as const;
  await row(`an answer of ${chunks.toLocaleString('en')} chunks`, chunks, works);
}
