import { sql } from '../dialect/kysely.js';

// Conditions that are true for every row. An index that has one of them is chosen only for a statement that has it too:
// a database without statistics rates several indexes alike, and might read the pending approvals of every tenant.
const MARKS = {
  creation: ['length(', 'tenant', ') >= 0'],
  expiry: ['', 'place', ' > 0'],
  all: ['length(', 'id', ') >= 0'],
};

/** What an index is for: the order of creation in a tenant, the order of expiry, or all tenants at once. */
export type IndexMark = keyof typeof MARKS;

/** Returns the mark of an index as a condition on a table; on the indexed table itself without a name. */
export const markOf = (mark: IndexMark, table?: 'a' | 'd') => {
  const [before, column, after] = MARKS[mark] as [string, string, string];
  return sql<boolean>`${sql.raw(before)}${sql.ref(table ? `${table}.${column}` : column)}${sql.raw(after)}`;
};
