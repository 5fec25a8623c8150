/** The token of the Kysely instance that every store of `SqlModule` uses. */
export const SQL_DATABASE = Symbol.for('toolgate:sql:database');

/** The token of the options of `SqlModule`. */
export const SQL_OPTIONS = Symbol.for('toolgate:sql:options');

/** The token of the option `vectors`; not provided without the option. */
export const VECTOR_OPTIONS = Symbol.for('toolgate:sql:vector-options');
