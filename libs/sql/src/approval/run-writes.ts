import type { CompiledQuery } from 'kysely';
import { ask, type Steps } from '../dialect/steps.js';

/** One statement of a change. */
export interface Write {
  readonly query: CompiledQuery;
  /** What happens if it writes no row: another write, or an error. Absent: it may write none. */
  readonly ifNone?: Write | (() => Error);
  /** Whether it must run after the writes before it, and not in one statement with them. */
  readonly isLater?: boolean;
  /** The name under which other writes of one statement read the rows that it returns. */
  readonly name?: string;
  /** The columns that it returns; needs a name. */
  readonly returns?: string;
}

/** Runs writes one after the other. */
export function* runEach(writes: readonly Write[]): Steps<void> {
  for (const write of writes) yield* runOne(write);
}

/**
 * PostgreSQL only: runs writes together, in as few statements as possible, because each one waits for the network. The
 * writes of one statement do not see each other's rows.
 */
export function* runTogether(writes: readonly Write[]): Steps<void> {
  for (const group of groupsOf(writes)) {
    const [first, ...others] = group;
    if (first && others.length === 0) yield* runOne(first);
    else yield* runGroup(group);
  }
}

function* runOne({ query, ifNone }: Write): Steps<void> {
  const { numAffectedRows } = yield query;
  if (numAffectedRows === 0n) yield* act(ifNone);
}

function* runGroup(group: readonly Write[]): Steps<void> {
  const { rows } = yield* ask(together(group));
  for (const [index, { ifNone }] of group.entries()) {
    if (rows[0]?.[`w${index}`] === 0) yield* act(ifNone);
  }
}

function* act(ifNone: Write['ifNone']): Steps<void> {
  if (typeof ifNone === 'function') throw ifNone();
  if (ifNone) yield* runOne(ifNone);
}

const groupsOf = (writes: readonly Write[]): readonly (readonly Write[])[] => {
  const groups: Write[][] = [];
  for (const write of writes) {
    const group = write.isLater ? undefined : groups.at(-1);
    if (group) group.push(write);
    else groups.push([write]);
  }
  return groups;
};

/** One statement that runs all writes in order, and returns how many rows each of them wrote. */
const together = (writes: readonly Write[]): CompiledQuery<Readonly<Record<string, number>>> => {
  const parameters: unknown[] = [];
  const names = writes.map(({ name }, index) => name ?? `write${index}`);
  const parts = writes.map(({ query, returns = '1' }, index) => {
    const before = parameters.length;
    parameters.push(...query.parameters);
    const sql = query.sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${before + Number(number)}`);
    return `${names[index]} as (${sql} returning ${returns})`;
  });
  const counts = names.map((name, index) => `(select count(*) from ${name})::integer as w${index}`);
  const sql = `with ${parts.join(', ')} select ${counts.join(', ')}`;
  return { ...(writes[0]!.query as CompiledQuery<Readonly<Record<string, number>>>), sql, parameters };
};
