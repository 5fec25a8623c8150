/** The token of the Kysely instance on which every store of `SqlModule` works. */
export const SQL_DATABASE: unique symbol = Symbol.for('toolgate:sql-database') as never;
