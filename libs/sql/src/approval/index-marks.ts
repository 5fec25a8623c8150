import { sql } from '../dialect/kysely.js';

// Conditions that are true for every row. A database uses an index with such a condition only for a statement that has
// the same condition. Without them, a database without statistics rates several indexes as equal, and might read the
// pending approvals of every tenant.
const MARKS = {
  creation: ['length(', 'tenant', ') >= 0'],
  expiry: ['', 'place', ' > 0'],
  all: ['length(', 'id', ') >= 0'],
  // PostgreSQL without statistics expects nearly every row to have a value, and few rows to meet an equation.
  few: ['length(', 'id', ') * 0 = 0'],
};

/**
 * The purpose of an index: the order of creation in a tenant, the order of expiry, a list of all tenants, or rows that
 * are few among many.
 */
export type IndexMark = keyof typeof MARKS;

/** Returns the condition that marks an index. `table` is the alias of the table in a statement; an index has none. */
export const markOf = (mark: IndexMark, table?: 'a' | 'd') => {
  const [before, column, after] = MARKS[mark] as [string, string, string];
  return sql<boolean>`${sql.raw(before)}${sql.ref(table ? `${table}.${column}` : column)}${sql.raw(after)}`;
};
