/** What `forRoot({ approval })` says; provided by whoever assembles the rooms. */
export const APPROVAL_OPTIONS = Symbol.for('toolgate:options:approval');
