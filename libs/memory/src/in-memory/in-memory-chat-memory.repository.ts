import { frozenJson } from '#core';
import type { ConversationKey } from 'toolgate/chat';
import type { Message } from 'toolgate/model';
import { type AppendTurn, ChatMemoryRepository, type FindMessages } from '../contract/chat-memory.repository.js';
import { checkTurn } from '../contract/check-turn.js';
import { conversationKey, type ConversationRef } from '../contract/conversation-key.js';
import { keyText } from '../contract/key-text.js';
import type { StoredMessage } from '../contract/stored-message.js';
import { tenantName } from '../contract/tenant-name.js';

/** Options of the in-memory repository. */
export interface InMemoryChatMemoryRepositoryOptions {
  /** Returns the current time. @default the system clock */
  readonly now?: () => Date;
}

interface Conversation {
  readonly key: ConversationKey;
  readonly turns: Set<string>;
  /** Frozen at every depth, so that they can be returned without a copy. */
  readonly messages: Message[];
  /** The turn and the time of each message. */
  readonly origins: Required<Omit<StoredMessage, 'message'>>[];
  /** The indexes of the system messages. */
  readonly system: number[];
  usedAt: number;
}

const NOTHING: Pick<Conversation, 'messages' | 'origins' | 'system'> = { messages: [], origins: [], system: [] };

/** Stores conversations in the memory of the process: for tests, and for data that need not survive a restart. */
export class InMemoryChatMemoryRepository extends ChatMemoryRepository {
  private readonly known = new Map<string, Conversation>();
  private readonly now: () => Date;

  constructor({ now = () => new Date() }: InMemoryChatMemoryRepositoryOptions = {}) {
    super();
    this.now = now;
  }

  async append(
    conversation: ConversationRef,
    turn: string,
    messages: readonly Message[],
    { replaces }: AppendTurn = {},
  ): Promise<void> {
    const key = conversationKey(conversation);
    const added = frozenJson(checkTurn(turn, messages));
    const stored = this.known.get(keyText(key)) ?? {
      key,
      turns: new Set(),
      messages: [],
      origins: [],
      system: [],
      usedAt: 0,
    };
    if (added.length === 0 || stored.turns.has(turn)) return;
    if (replaces !== undefined && stored.origins.at(-1)?.turn === replaces) removeLastTurn(stored);
    this.known.set(keyText(key), stored);
    stored.turns.add(turn);
    const now = this.now();
    const origin = { turn, time: now.toISOString() };
    for (const message of added) {
      stored.origins.push(origin);
      const count = stored.messages.push(message);
      if (message.role === 'system') stored.system.push(count - 1);
    }
    stored.usedAt = now.getTime();
  }

  async find(conversation: ConversationRef, options: FindMessages = {}): Promise<readonly Message[]> {
    return this.select(conversation, options, ({ messages }) => messages);
  }

  async history(conversation: ConversationRef, options: FindMessages = {}): Promise<readonly StoredMessage[]> {
    return this.select(conversation, options, ({ messages, origins }) =>
      messages.map((message, index) => ({ message, ...origins[index]! })),
    );
  }

  async removeLast(conversation: ConversationRef): Promise<readonly Message[]> {
    const key = keyText(conversationKey(conversation));
    const stored = this.known.get(key);
    if (!stored) return [];
    const removed = removeLastTurn(stored);
    if (stored.messages.length === 0) this.known.delete(key);
    return removed;
  }

  async conversations(tenant?: string): Promise<readonly string[]> {
    const name = tenantName(tenant);
    const keys = [...this.known.values()].map(({ key }) => key).filter((key) => key.tenant === name);
    return keys.map(({ conversation }) => conversation).sort();
  }

  async delete(conversation: ConversationRef): Promise<void> {
    this.known.delete(keyText(conversationKey(conversation)));
  }

  async deleteUnusedSince(time: Date): Promise<number> {
    const unused = [...this.known].filter(([, { usedAt }]) => usedAt < time.getTime());
    for (const [id] of unused) this.known.delete(id);
    return unused.length;
  }

  private select<T>(
    conversation: ConversationRef,
    { last }: FindMessages,
    entriesOf: (stored: typeof NOTHING) => readonly T[],
  ): readonly T[] {
    const stored = this.known.get(keyText(conversationKey(conversation))) ?? NOTHING;
    const entries = entriesOf(stored);
    const cut = last === undefined ? 0 : Math.max(0, entries.length - last);
    const before = stored.system.filter((index) => index < cut).map((index) => entries[index]!);
    return [...before, ...entries.slice(cut)];
  }
}

const removeLastTurn = ({ messages, origins, system, turns }: Conversation): readonly Message[] => {
  const turn = origins.at(-1)?.turn;
  if (turn === undefined) return [];
  const start = origins.findIndex((origin) => origin.turn === turn);
  origins.splice(start);
  turns.delete(turn);
  system.splice(0, system.length, ...system.filter((index) => index < start));
  return messages.splice(start);
};
