/**
 * The token of the tool search options of `ToolgateModule` and the environment; the module's own options override them.
 */
export const TOOL_SEARCH_OPTIONS = Symbol.for('toolgate:options:tool-search');
