import { Injectable } from '@nestjs/common';
import { type Message, Tool, type ToolgateModuleOptions } from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { ChatMemoryRepository } from 'toolgate/memory';
import { assistantMessage, textOf } from 'toolgate/model';
import { advisor } from '../chat/chat.fixture.js';
import { boot, type Story } from '../story.fixture.js';

/** Refunds orders, and counts how often. */
@Injectable()
export class Refunds {
  refunded: string[] = [];

  @Tool({ description: 'Refund an order' })
  refund(orderNumber: string) {
    this.refunded.push(orderNumber);
    return { refunded: orderNumber };
  }

  @Tool({ description: 'Close the case', returnDirect: true })
  close() {
    return 'The case is closed.';
  }
}

/** An application whose client remembers. */
export const remembering = async ({ options, providers = [], ...story }: Story) => {
  const withMemory: ToolgateModuleOptions = { memory: true, client: { tools: [Refunds] }, ...options };
  const booted = await boot({ ...story, options: withMemory, providers: [Refunds, ...providers] });
  return { ...booted, refunds: booted.app.get(Refunds), repository: booted.app.get(ChatMemoryRepository) };
};

/** Runs a turn, and answers itself if it fails. */
export const soothing = advisor(async function* (request, chain) {
  try {
    return yield* chain.next(request);
  } catch {
    const message = assistantMessage('Try again later.');
    return { chatResponse: { message, finishReason: { unified: 'stop' }, usage: {} }, context: {} };
  }
}, HIGHEST_PRECEDENCE);

/** Runs a turn twice, and answers itself if the second time fails. So no caller receives the first answer. */
export const asksTwice = advisor(async function* (request, chain) {
  yield* chain.next(request);
  return yield* soothing.advise(request, chain);
}, HIGHEST_PRECEDENCE);

/** A conversation in short: `user: Hi`, `assistant calls refund`, `tool`. */
export const told = (messages: readonly Message[]): readonly string[] =>
  messages.map((message) => {
    if (message.role === 'tool') return `tool: ${message.content.map(({ outcome }) => outcome.type).join()}`;
    const calls = message.role === 'assistant' ? message.content.filter(({ type }) => type === 'tool-call') : [];
    if (calls.length > 0)
      return `assistant calls ${calls.map((part) => (part as { toolName: string }).toolName).join()}`;
    return `${message.role}: ${textOf(message)}`;
  });
