import type { ToolReference, ToolSearchRequest } from '../contract/tool-index.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';

/** A search with all defaults applied: the query without surrounding spaces, the category in lower case. */
export interface CheckedSearch {
  readonly sessionId: string;
  readonly query: string;
  readonly maxResults: number;
  readonly category: string | undefined;
}

/** The largest number of results of a search. */
const MOST = 100;

/** Validates a search and applies its defaults. Throws `ToolSearchException` for an invalid value. */
export const checkedSearch = ({ sessionId, query, maxResults = 10, category }: ToolSearchRequest): CheckedSearch => {
  checkSession(sessionId);
  if (!isText(query)) throw new ToolSearchException('The query is not a string. Pass what the tools should do.');
  if (!Number.isSafeInteger(maxResults) || maxResults < 1) {
    throw new ToolSearchException(`maxResults is ${String(maxResults)}. Pass a whole number above 0, or leave it out.`);
  }
  const wanted = category?.trim().toLowerCase() || undefined;
  return { sessionId, query: query.trim(), maxResults: Math.min(maxResults, MOST), category: wanted };
};

/** Throws `ToolSearchException` if a session has no id. */
export const checkSession = (sessionId: string): void => {
  if (isText(sessionId) && sessionId !== '') return;
  throw new ToolSearchException('The session has no id. Pass a string that is not empty.');
};

/** Throws `ToolSearchException` if one of the tools cannot be indexed. */
export const checkReferences = (references: readonly ToolReference[]): void => {
  const wrong = references.findIndex((reference) => !isReference(reference));
  if (wrong < 0) return;
  throw new ToolSearchException(
    `references[${wrong}] is not a tool: it needs a name that is not empty, a description, and tags that are strings. Nothing was indexed. Correct it, and index the tools again.`,
  );
};

/** Returns a minimum score. Throws `ToolSearchException` if it is not a number from 0 to 1. */
export const checkedMinScore = (minScore: number): number => {
  if (typeof minScore === 'number' && minScore >= 0 && minScore <= 1) return minScore;
  throw new ToolSearchException(`minScore is ${String(minScore)}. Pass a number from 0 to 1, or leave it out.`);
};

const isReference = (reference: Partial<ToolReference> | undefined): boolean =>
  isText(reference?.name) &&
  reference?.name !== '' &&
  isText(reference?.description) &&
  (reference?.tags === undefined || (Array.isArray(reference.tags) && reference.tags.every(isText)));

const isText = (value: unknown): boolean => typeof value === 'string';
