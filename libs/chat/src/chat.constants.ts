/** What `forRoot({ model, client, toolCalling })` says of chat clients; provided by whoever assembles the rooms. */
export const CHAT_OPTIONS = Symbol.for('toolgate:options:chat');
