import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Reads again what is out of date. A first read that is under way cannot be started anew, and its answer may be older
 * than the change: a second read follows it.
 */
export const readAgain = async (queries: QueryClient, isOld: (query: Query) => boolean = () => true): Promise<void> => {
  const first = queries.getQueryCache().findAll({
    predicate: (query) => query.state.data === undefined && query.state.fetchStatus === 'fetching' && isOld(query),
  });
  await queries.invalidateQueries({ predicate: isOld });
  if (first.length > 0)
    await queries.invalidateQueries({ predicate: (query) => first.includes(query) && isOld(query) });
};
