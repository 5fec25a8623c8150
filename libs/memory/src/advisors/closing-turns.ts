import { untilAborted, within } from '#core';
import type { ChatTurn, ConversationKey } from 'toolgate/chat';
import { ChatMemoryException } from '../contract/chat-memory.errors.js';
import type { ChatMemory } from '../contract/chat-memory.js';
import { keyText } from '../contract/key-text.js';

const MOST_MS = 30_000;

/** Turns that ended for their caller and are still being stored: the next turn of their conversation waits for them. */
export class ClosingTurns {
  private readonly known = new Map<string, Promise<unknown>>();

  /**
   * Waits for the turns of a conversation; undefined if there are none. Rejects with `ChatMemoryException` after 30 s,
   * because a turn that does not know earlier results might repeat them. Rejects at once if the waiting turn is
   * aborted.
   */
  of(key: ConversationKey, waiting: Waiting = {}): Promise<void> | undefined {
    if (this.known.size === 0) return undefined;
    const closing = this.known.get(keyText(key));
    return closing && until(closing, key.conversation, waiting);
  }

  add(key: ConversationKey, work: Promise<unknown>): void {
    const name = keyText(key);
    const all = Promise.allSettled([this.known.get(name), work]).then(() => {
      if (this.known.get(name) === all) this.known.delete(name);
    });
    this.known.set(name, all);
  }
}

const closing = new WeakMap<ChatMemory, ClosingTurns>();

/** Returns the closing turns of a memory, which its advisors share: several clients may have the same conversations. */
export const closingTurnsOf = (memory: ChatMemory): ClosingTurns => {
  const known = closing.get(memory);
  if (known) return known;
  const created = new ClosingTurns();
  closing.set(memory, created);
  return created;
};

/** Lets a memory share the closing turns of another one that has the same conversations. */
export const shareClosingTurns = (memory: ChatMemory, other: ChatMemory): void =>
  void closing.set(memory, closingTurnsOf(other));

type Waiting = Pick<ChatTurn, 'abort'>;

const until = async (closing: Promise<unknown>, conversation: string, { abort }: Waiting): Promise<void> => {
  await within(untilAborted(closing, abort), MOST_MS, () => {
    throw new ChatMemoryException(tooSlow(conversation));
  });
};

const tooSlow = (conversation: string): string =>
  `An earlier turn of the conversation "${conversation}" is not stored yet after ${MOST_MS / 1000} s. Retry once the store answers: a turn that does not know its results could repeat its calls.`;
