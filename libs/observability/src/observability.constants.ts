/**
 * The token of the observability options of `ToolgateModule` and the environment. The module's own options override
 * them.
 */
export const OBSERVABILITY_OPTIONS = Symbol.for('toolgate:options:observability');
