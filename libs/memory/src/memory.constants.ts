/** What `forRoot({ memory })` says; provided by whoever assembles the rooms. */
export const MEMORY_OPTIONS = Symbol.for('toolgate:options:memory');
