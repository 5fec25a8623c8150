import type { Compilable, CompiledQuery } from 'kysely';

/** Stands, while a statement is built, for a value that it is given when it is run. */
export type Argument<Values> = <T>(read: (values: Values) => T) => T;

/** A statement that is compiled once, and filled in each time it is run. */
export type Statement<Values, Row> = (values: Values) => CompiledQuery<Row>;

const READ = Symbol('read');

/** Compiles a statement: building it anew costs more than SQLite needs to run it. */
export const statement = <Values, Row = unknown>(
  build: (argument: Argument<Values>) => Compilable<Row>,
): Statement<Values, Row> => {
  const compiled = build(<T>(read: (values: Values) => T) => ({ [READ]: read }) as T).compile();
  const reads = compiled.parameters.map((parameter) => readerOf<Values>(parameter));
  return (values) => ({ ...compiled, parameters: reads.map((read) => read(values)) });
};

const readerOf = <Values>(parameter: unknown): ((values: Values) => unknown) => {
  const read = (parameter as { readonly [READ]?: (values: Values) => unknown } | null)?.[READ];
  return read ?? (() => parameter);
};
