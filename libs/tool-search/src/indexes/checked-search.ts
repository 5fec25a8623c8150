import type { ToolSearchRequest } from '../contract/tool-index.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import { checkSession } from './check-session.js';

/** A search with all defaults applied. */
export interface CheckedSearch {
  readonly sessionId: string;
  /** The query without surrounding spaces. */
  readonly query: string;
  readonly maxResults: number;
  /** The category in lower case. */
  readonly category: string | undefined;
}

/** The largest number of results of a search. */
const MOST = 100;

/** Validates a search and applies its defaults. Throws `ToolSearchException` for an invalid value. */
export const checkedSearch = ({ sessionId, query, maxResults = 10, category }: ToolSearchRequest): CheckedSearch => {
  checkSession(sessionId);
  if (typeof query !== 'string')
    throw new ToolSearchException('The query is not a text. Pass what the tools should do.');
  if (!Number.isSafeInteger(maxResults) || maxResults < 1) {
    throw new ToolSearchException(`maxResults is ${String(maxResults)}. Pass a whole number above 0, or leave it out.`);
  }
  const wanted = category?.trim().toLowerCase();
  return { sessionId, query: query.trim(), maxResults: Math.min(maxResults, MOST), category: wanted || undefined };
};
