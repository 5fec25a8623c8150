/** What `ToolgateModule` and the environment say of tool search; what the module's own options say wins. */
export const TOOL_SEARCH_OPTIONS = Symbol.for('toolgate:options:tool-search');
