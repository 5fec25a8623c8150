import type { ConversationKey } from 'toolgate/chat';
import type { Message } from 'toolgate/model';
import { ChatMemoryRepository, type FindMessages } from './chat-memory.repository.js';
import { checkTurn } from './check-turn.js';
import { conversationKey, type ConversationRef } from './conversation-key.js';
import { frozenCopy } from './frozen-copy.js';
import { keyText } from './key-text.js';
import type { StoredMessage } from './stored-message.js';
import { tenantName } from './tenant-name.js';

/** How the repository tells the time. */
export interface InMemoryChatMemoryRepositoryOptions {
  /** @default the clock of the machine */
  readonly now?: () => Date;
}

interface Conversation {
  readonly key: ConversationKey;
  readonly turns: Set<string>;
  /** Frozen through and through, so that they are handed out as they are. */
  readonly messages: Message[];
  /** The turn and the time of each message. */
  readonly origins: Required<Omit<StoredMessage, 'message'>>[];
  /** Where the system messages stand. */
  readonly system: number[];
  usedAt: number;
}

const NOTHING: Pick<Conversation, 'messages' | 'origins' | 'system'> = { messages: [], origins: [], system: [] };

/** Keeps conversations as long as the process lives: for tests, and where nothing has to outlive a restart. */
export class InMemoryChatMemoryRepository extends ChatMemoryRepository {
  private readonly known = new Map<string, Conversation>();
  private readonly now: () => Date;

  constructor({ now = () => new Date() }: InMemoryChatMemoryRepositoryOptions = {}) {
    super();
    this.now = now;
  }

  async append(conversation: ConversationRef, turn: string, messages: readonly Message[]): Promise<void> {
    const key = conversationKey(conversation);
    const added = frozenCopy(checkTurn(turn, messages));
    const kept = this.known.get(keyText(key)) ?? {
      key,
      turns: new Set(),
      messages: [],
      origins: [],
      system: [],
      usedAt: 0,
    };
    if (added.length === 0 || kept.turns.has(turn)) return;
    this.known.set(keyText(key), kept);
    kept.turns.add(turn);
    const now = this.now();
    const origin = { turn, time: now.toISOString() };
    for (const message of added) {
      kept.origins.push(origin);
      const count = kept.messages.push(message);
      if (message.role === 'system') kept.system.push(count - 1);
    }
    kept.usedAt = now.getTime();
  }

  async find(conversation: ConversationRef, options: FindMessages = {}): Promise<readonly Message[]> {
    return this.wanted(conversation, options, ({ messages }) => messages);
  }

  async history(conversation: ConversationRef, options: FindMessages = {}): Promise<readonly StoredMessage[]> {
    return this.wanted(conversation, options, ({ messages, origins }) =>
      messages.map((message, index) => ({ message, ...origins[index]! })),
    );
  }

  async removeLast(conversation: ConversationRef): Promise<readonly Message[]> {
    const key = keyText(conversationKey(conversation));
    const kept = this.known.get(key);
    const turn = kept?.origins.at(-1)?.turn;
    if (!kept || turn === undefined) return [];
    const start = kept.origins.findIndex((origin) => origin.turn === turn);
    const removed = kept.messages.splice(start);
    kept.origins.splice(start);
    kept.turns.delete(turn);
    kept.system.splice(0, kept.system.length, ...kept.system.filter((index) => index < start));
    if (kept.messages.length === 0) this.known.delete(key);
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

  private wanted<T>(
    conversation: ConversationRef,
    { last }: FindMessages,
    entriesOf: (kept: typeof NOTHING) => readonly T[],
  ): readonly T[] {
    const kept = this.known.get(keyText(conversationKey(conversation))) ?? NOTHING;
    const entries = entriesOf(kept);
    const cut = last === undefined ? 0 : Math.max(0, entries.length - last);
    const before = kept.system.filter((index) => index < cut).map((index) => entries[index]!);
    return [...before, ...entries.slice(cut)];
  }
}
