import type { UIMessage } from 'ai';

/** A conversation as this browser saved it, so that a reload shows it again. */
export interface SavedChat {
  readonly id: string;
  readonly messages: UIMessage[];
  /** Whether the last answer was still being read. */
  readonly isOpen: boolean;
}

const keyOf = (customer: string): string => `support-chat-${customer}`;

const newId = (): string => `chat-${crypto.randomUUID()}`;

export const readChat = (customer: string): SavedChat => {
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(customer)) ?? 'null');
    if (saved) return saved;
  } catch {
    // A text that cannot be read is replaced by a new conversation.
  }
  return { id: newId(), messages: [], isOpen: false };
};

export const writeChat = (customer: string, chat: SavedChat): void =>
  localStorage.setItem(keyOf(customer), JSON.stringify(chat));

export const forgetChat = (customer: string): void => localStorage.removeItem(keyOf(customer));
