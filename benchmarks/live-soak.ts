import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import type { LiveTurn } from 'toolgate/chat';
import { assistantMessage, ChatModel, type ChatResponse, type ChatStream } from 'toolgate/model';
import { boot } from './boot.js';
import { printRow, printTable } from './table.js';

Logger.overrideLogger(['error', 'warn']);

const TURNS = 1000;
const READERS = 2;
const CHUNKS = 40;
const CHUNK_MS = 250;
const MINUTE_MS = 60_000;

const minutes = Number(/--minutes=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 10);

const ANSWER: ChatResponse = {
  message: assistantMessage('word '.repeat(CHUNKS)),
  finishReason: { unified: 'stop' },
  usage: {},
};

/** Writes a word each quarter of a second. */
class SlowModel extends ChatModel {
  async call(): Promise<ChatResponse> {
    return ANSWER;
  }

  async *stream(): ChatStream {
    for (let index = 0; index < CHUNKS; index++) {
      await pause(CHUNK_MS);
      yield { type: 'text-delta', id: '0', delta: 'word ' };
    }
    return ANSWER;
  }
}

const app = await boot({ model: new SlowModel() });
const chat = app.get(ChatClient);
const end = performance.now() + minutes * MINUTE_MS;
let ended = 0;
let received = 0;

const read = async (turn: LiveTurn, from: number): Promise<void> => {
  for await (const parts of turn.read(from)) received += parts.length;
};

/** Runs one turn after the other in one conversation. Each reader begins at another part. */
const converse = async (conversation: string): Promise<void> => {
  // Distributes the starts evenly over the length of a turn.
  await pause(Math.random() * CHUNKS * CHUNK_MS);
  while (performance.now() < end) {
    const turn = chat.prompt('Tell me all').conversation(conversation).stream().live();
    await Promise.all([turn.outcome(), ...Array.from({ length: READERS }, (_, from) => read(turn, from))]);
    ended++;
  }
};

const heapMb = (): number => {
  for (let index = 0; index < 3; index++) globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

printTable(`${TURNS.toLocaleString('en')} live turns at a time, ${READERS} readers each`, [
  'after',
  'heap, MB',
  'turns ended',
  'parts received',
  'CPU',
]);
const conversing = Promise.all(Array.from({ length: TURNS }, (_, index) => converse(`c-${index}`)));
for (let minute = 1; minute <= minutes; minute++) {
  const used = process.cpuUsage();
  await pause(MINUTE_MS);
  const { user, system } = process.cpuUsage(used);
  const cpu = `${Math.round((user + system) / 10 / MINUTE_MS)} %`;
  const counts = [ended, received].map((count) => count.toLocaleString('en'));
  printRow([`${minute} min`, heapMb().toFixed(1), ...counts, cpu]);
}
await conversing;
await app.close();
