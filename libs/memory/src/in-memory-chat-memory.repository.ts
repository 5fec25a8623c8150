import type { ConversationKey } from 'toolgate/chat';
import type { Message } from 'toolgate/model';
import { ChatMemoryRepository, type FindMessages } from './chat-memory.repository.js';
import { checkTurn } from './check-turn.js';
import { conversationKey, type ConversationRef } from './conversation-key.js';
import { frozenCopy } from './frozen-copy.js';
import { keyText } from './key-text.js';
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
  /** Where the system messages stand. */
  readonly system: number[];
  usedAt: number;
}

const NOTHING: Pick<Conversation, 'messages' | 'system'> = { messages: [], system: [] };

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
    const kept = this.known.get(keyText(key)) ?? { key, turns: new Set(), messages: [], system: [], usedAt: 0 };
    if (added.length === 0 || kept.turns.has(turn)) return;
    this.known.set(keyText(key), kept);
    kept.turns.add(turn);
    for (const message of added) {
      const count = kept.messages.push(message);
      if (message.role === 'system') kept.system.push(count - 1);
    }
    kept.usedAt = this.now().getTime();
  }

  async find(conversation: ConversationRef, { last }: FindMessages = {}): Promise<readonly Message[]> {
    const { messages, system } = this.known.get(keyText(conversationKey(conversation))) ?? NOTHING;
    const cut = last === undefined ? 0 : Math.max(0, messages.length - last);
    const before = system.filter((index) => index < cut).map((index) => messages[index]!);
    return before.concat(messages.slice(cut));
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
}
