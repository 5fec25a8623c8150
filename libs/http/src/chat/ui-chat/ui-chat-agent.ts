import type { Approver } from 'toolgate/approval';
import type { ChatClient, PromptBuilder } from 'toolgate/chat';

/** The person of a chat, and the id of the chat. */
export interface UiChatPerson {
  readonly by: Approver;
  /** The id that the client has chosen. */
  readonly chat: string;
}

/** How an application answers a chat. */
export interface UiChatAgent {
  readonly client: ChatClient;
  /**
   * Completes a prompt that has the message of the user and the conversation: adds tools, context, a system text. For an
   * answer to regenerate, the prompt has no message: the memory adds the last question.
   */
  prompt(prompt: PromptBuilder, person: UiChatPerson): PromptBuilder;
  /** Returns the conversation of a chat. @default one that no other person can name */
  conversation?(person: UiChatPerson): string;
  /** The media types of files that a user may send, such as `image/*`. @default none */
  readonly files?: readonly string[];
}
