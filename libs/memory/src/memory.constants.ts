/** The token of the options of `forRoot({ memory })`; `ToolgateModule` provides it. */
export const MEMORY_OPTIONS = Symbol.for('toolgate:options:memory');
