import type { UIMessage } from 'ai';

/** A conversation as this tab saved it: a reload shows it again, and another tab has a conversation of its own. */
export interface SavedChat {
  readonly id: string;
  readonly messages: UIMessage[];
  /** Whether the last answer was still being read, or failed. */
  readonly isOpen: boolean;
}

const keyOf = (customer: string): string => `support-chat-${customer}`;

const newId = (): string => `chat-${crypto.randomUUID()}`;

export const readChat = (customer: string): SavedChat => {
  try {
    const saved = JSON.parse(sessionStorage.getItem(keyOf(customer)) ?? 'null');
    if (saved) return saved;
  } catch {
    // A text that cannot be read is replaced by a new conversation.
  }
  return { id: newId(), messages: [], isOpen: false };
};

export const writeChat = (customer: string, chat: SavedChat): void =>
  sessionStorage.setItem(keyOf(customer), JSON.stringify(chat));

export const forgetChat = (customer: string): void => sessionStorage.removeItem(keyOf(customer));
