/** The token of the options `forRoot({ toolCalling })`. */
export const TOOL_CALLING_OPTIONS = Symbol.for('toolgate:options:tool-calling');
