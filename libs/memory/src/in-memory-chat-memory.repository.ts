import type { Message } from 'toolgate/model';
import { ChatMemoryRepository, type FindMessages } from './chat-memory.repository.js';
import { checkConversation, checkTurn } from './check-turn.js';
import { frozenCopy } from './frozen-copy.js';

/** How the repository tells the time. */
export interface InMemoryChatMemoryRepositoryOptions {
  /** @default the clock of the machine */
  readonly now?: () => Date;
}

interface Conversation {
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

  async append(conversation: string, turn: string, messages: readonly Message[]): Promise<void> {
    const added = frozenCopy(checkTurn(conversation, turn, messages));
    const kept = this.known.get(conversation) ?? { turns: new Set(), messages: [], system: [], usedAt: 0 };
    if (added.length === 0 || kept.turns.has(turn)) return;
    this.known.set(conversation, kept);
    kept.turns.add(turn);
    for (const message of added) {
      const count = kept.messages.push(message);
      if (message.role === 'system') kept.system.push(count - 1);
    }
    kept.usedAt = this.now().getTime();
  }

  async find(conversation: string, { last }: FindMessages = {}): Promise<readonly Message[]> {
    const { messages, system } = this.known.get(checkConversation(conversation)) ?? NOTHING;
    const cut = last === undefined ? 0 : Math.max(0, messages.length - last);
    const before = system.filter((index) => index < cut).map((index) => messages[index]!);
    return before.concat(messages.slice(cut));
  }

  async conversations(): Promise<readonly string[]> {
    return [...this.known.keys()].sort();
  }

  async delete(conversation: string): Promise<void> {
    this.known.delete(checkConversation(conversation));
  }

  async deleteUnusedSince(time: Date): Promise<number> {
    const unused = [...this.known].filter(([, { usedAt }]) => usedAt < time.getTime());
    for (const [id] of unused) this.known.delete(id);
    return unused.length;
  }
}
