import type { CompiledQuery, QueryResult } from 'kysely';

/** Work that yields one statement after the other and receives its result, whether the database answers at once or later. */
export type Steps<T> = Generator<CompiledQuery, T, QueryResult<unknown>>;

/** Yields a statement, and returns its result. */
export function* ask<Row>(query: CompiledQuery<Row>): Steps<QueryResult<Row>> {
  return (yield query) as QueryResult<Row>;
}

/** Runs the steps on a database that answers later. */
export const runSteps = async <T>(
  steps: Steps<T>,
  execute: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
): Promise<T> => {
  let step = steps.next();
  while (!step.done) step = steps.next(await execute(step.value));
  return step.value;
};

/** Runs the steps on a database that answers at once. */
export const runStepsNow = <T>(steps: Steps<T>, execute: (query: CompiledQuery) => QueryResult<unknown>): T => {
  let step = steps.next();
  while (!step.done) step = steps.next(execute(step.value));
  return step.value;
};
