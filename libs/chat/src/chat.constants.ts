/** The token of the chat options of `forRoot({ model, client, toolCalling })`; `ToolgateModule` provides it. */
export const CHAT_OPTIONS = Symbol.for('toolgate:options:chat');
