/** What `forRoot({ model, client, toolCalling })` says of chat clients; provided by whoever assembles the rooms. */
export const CHAT_OPTIONS = Symbol.for('toolgate:options:chat');

/** The tenant of everything in an application that names none, and of what was stored before tenants were. */
export const DEFAULT_TENANT = 'default';
