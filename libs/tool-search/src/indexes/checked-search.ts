import type { ToolSearchRequest } from '../tool-index.js';
import { ToolSearchException } from '../tool-search.errors.js';
import { checkSession } from './check-session.js';

/** A search whose every part is said. */
export interface CheckedSearch {
  readonly sessionId: string;
  /** Without space around it. */
  readonly query: string;
  readonly maxResults: number;
  /** In lower case. */
  readonly category: string | undefined;
}

/** How many tools a search gives at most. */
const MOST = 100;

/** Checks a search and adds what it leaves out. Throws `ToolSearchException`. */
export const checkedSearch = ({ sessionId, query, maxResults = 10, category }: ToolSearchRequest): CheckedSearch => {
  checkSession(sessionId);
  if (typeof query !== 'string') throw new ToolSearchException('The query is no text. Give what the tools are to do.');
  if (!Number.isSafeInteger(maxResults) || maxResults < 1) {
    throw new ToolSearchException(`maxResults is ${String(maxResults)}. Give a whole number above 0, or leave it out.`);
  }
  const wanted = category?.trim().toLowerCase();
  return { sessionId, query: query.trim(), maxResults: Math.min(maxResults, MOST), category: wanted || undefined };
};
