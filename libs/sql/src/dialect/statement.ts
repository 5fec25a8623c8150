import type { Compilable, CompiledQuery } from 'kysely';

/** A placeholder in a statement for a value that is passed when it runs. */
export type Argument<Values> = <T>(read: (values: Values) => T) => T;

/** A statement that is compiled once, and receives its values each time it runs. */
export type Statement<Values, Row> = (values: Values) => CompiledQuery<Row>;

const READ = Symbol('read');

/** Marks the text of a statement that a connection to PostgreSQL may prepare, also as a part of another statement. */
export const PREPARABLE = '/* preparable */';

// The best plan of a page depends on its values and its length, which a prepared plan may not know.
const markedText = (sql: string): string => (sql.includes(' limit ') ? sql : `${sql} ${PREPARABLE}`);

/** Compiles a statement. Building it each time would cost more than SQLite needs to run it. */
export const statement = <Values, Row = unknown>(
  build: (argument: Argument<Values>) => Compilable<Row>,
): Statement<Values, Row> => {
  const compiled = build(<T>(read: (values: Values) => T) => ({ [READ]: read }) as T).compile();
  const sql = markedText(compiled.sql);
  const reads = compiled.parameters.map((parameter) => readerOf<Values>(parameter));
  return (values) => ({ ...compiled, sql, parameters: reads.map((read) => read(values)) });
};

const readerOf = <Values>(parameter: unknown): ((values: Values) => unknown) => {
  const read = (parameter as { readonly [READ]?: (values: Values) => unknown } | null)?.[READ];
  return read ?? (() => parameter);
};
