import type { PageQuery } from 'toolgate/approval';
import { refuseRequest } from '../problem/request.exception.js';

const MOST = 500;

/** The values of the parameters of a request. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

/** Returns the parameters of these names that a request states, each with its only value. */
export const singles = <Name extends string>(query: QueryValues, names: readonly Name[]): { [N in Name]?: string } =>
  Object.fromEntries(names.flatMap((name) => (query.get(name) ?? []).map((value) => [name, value]))) as never;

/** Returns whether a parameter is true. Throws `RequestException` for any other value. */
export const onlyTrue = (query: QueryValues, name: string): boolean => {
  const [value] = query.get(name) ?? [];
  if (value === undefined || value === 'true') return value === 'true';
  return refuseRequest(`The parameter "${name}" is not true. Pass true, or leave it out.`);
};

/** Returns the page that a query asks for. Throws `RequestException` for an invalid limit. */
export const pageQuery = (query: QueryValues): PageQuery => {
  const [limit] = query.get('limit') ?? [];
  return {
    ...singles(query, ['conversation', 'cursor']),
    ...(limit !== undefined && { limit: wholeNumber('limit', limit, MOST) }),
  };
};

/** Returns the number that a parameter states. Throws `RequestException` unless it is whole and from 1 to `most`. */
export const wholeNumber = (name: string, text: string, most: number): number => {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  return refuseRequest(`The parameter "${name}" is not a whole number from 1 to ${most}. Correct it, or leave it out.`);
};
