import type { InboxOptions } from './options/inbox-options.js';

/** A person of a local machine, whom the page may choose without a password. */
export interface InboxPerson {
  readonly id: string;
  readonly name: string | undefined;
}

/** Returns what the page reads at its start: the options that concern it, and the people of a local machine. */
export const inboxSettings = (
  { name, color, logo, language, texts, signIn, token }: InboxOptions,
  people: readonly InboxPerson[] | undefined,
): object => ({ name, color, logo, language, texts, signIn, token, people });
