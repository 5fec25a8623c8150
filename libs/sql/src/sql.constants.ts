/** The token of the Kysely instance on which every store of `SqlModule` works. */
export const SQL_DATABASE = Symbol.for('toolgate:sql:database');
