import type { PageQuery } from 'toolgate/approval';
import { RequestException } from '../problem/request.exception.js';

const MOST = 500;

/** Returns the page that a query asks for. Throws `RequestException` for an invalid limit. */
export const pageQuery = (query: ReadonlyMap<string, readonly string[]>): PageQuery => {
  const [conversation] = query.get('conversation') ?? [];
  const [cursor] = query.get('cursor') ?? [];
  const [limit] = query.get('limit') ?? [];
  return {
    ...(conversation !== undefined && { conversation }),
    ...(cursor !== undefined && { cursor }),
    ...(limit !== undefined && { limit: limitOf(limit) }),
  };
};

const limitOf = (text: string): number => {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MOST) return limit;
  throw new RequestException(
    'bad-request',
    `The limit is no whole number from 1 to ${MOST}. Correct it, or leave it out.`,
  );
};
