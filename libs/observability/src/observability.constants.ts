/** What `ToolgateModule` and the environment say of observability; what the module's own options say wins. */
export const OBSERVABILITY_OPTIONS = Symbol.for('toolgate:options:observability');
