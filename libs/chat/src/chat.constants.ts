/** The token of the chat options of `forRoot({ model, client, toolCalling })`; `ToolgateModule` provides it. */
export const CHAT_OPTIONS = Symbol.for('toolgate:options:chat');

/** The tenant of an application that names none, and of records that were stored without a tenant. */
export const DEFAULT_TENANT = 'default';
