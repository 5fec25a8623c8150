/** The token of the Kysely instance on which every store of `SqlModule` works. */
export const SQL_DATABASE = Symbol.for('toolgate:sql:database');

/** The token of what the option `vectors` says; nothing is under it without the option. */
export const VECTOR_OPTIONS = Symbol.for('toolgate:sql:vector-options');
