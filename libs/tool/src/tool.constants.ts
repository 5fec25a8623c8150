/** What `forRoot({ toolCalling })` says; provided by whoever assembles the rooms. */
export const TOOL_CALLING_OPTIONS = Symbol.for('toolgate:options:tool-calling');
