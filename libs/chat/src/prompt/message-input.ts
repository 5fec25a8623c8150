import type { Message } from 'toolgate/model';

/** A message, or its short form: a role and a text. */
export type MessageInput = Message | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };
