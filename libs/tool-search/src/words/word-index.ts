import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import type { FoundTool } from '../contract/tool-index.js';
import type { SetSearch } from '../indexes/set-tool.index.js';
import type { ToolContent } from '../indexes/tool-content.js';
import type { ToolSet } from '../indexes/tool-set.js';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.js';
import { splitWords } from './split-words.js';
import { stemOf } from './stem.js';
import { STOP_WORDS } from './stop-words.js';

/** The words of a set of tools. */
export type WordIndex = MiniSearch<ToolContent>;

const OPTIONS: Options<ToolContent> = {
  idField: 'name',
  fields: ['name', 'description', 'parameters', 'tags'],
  tokenize: (text) => [...splitWords(text)],
  processTerm: (word) => !STOP_WORDS.has(word) && stemOf(word),
};

/** The largest number of query words with fuzzy matching, which takes the most time. */
const MOST_FUZZY = 8;

const SEARCH: SearchOptions = {
  boost: { name: 2, description: 1, tags: 0.5, parameters: 0.5 },
  // Two letters are a word in Korean, whose endings follow it without a space.
  prefix: (word) => word.length > (word > '\u2E7F' ? 1 : 2),
  fuzzy: (word, _place, words) => words.length <= MOST_FUZZY && word.length > 4 && 0.2,
  tokenize: (query) => [...queryWords(query)],
  processTerm: stemOf,
};

/** Indexes the words of a set of tools. */
export const indexWords = async ({ tools }: ToolSet): Promise<WordIndex> => {
  const words = new MiniSearch(OPTIONS);
  for (const content of tools.values()) {
    if (words.documentCount % 8 === 7) await yieldToEventLoop();
    words.add(content);
  }
  return words;
};

/** Finds the tools that contain any of the words of a query, the best first; rare words count more than common ones. */
export const findByWords = (words: WordIndex, { query, tools }: SetSearch): readonly FoundTool[] => {
  const filter = tools.size === words.documentCount ? undefined : ({ id }: { readonly id: string }) => tools.has(id);
  return words.search(query, { ...SEARCH, ...(filter && { filter }) }).map(({ id, score }) => ({ name: id, score }));
};

/** How many UTF-16 units of a query are read, and how many of its words are returned. */
const LONGEST = 1000;
const MOST = 24;

/** Escapes of a pattern that are not words, such as `\b`. */
const ESCAPE = /\\[a-z]/gi;

/** Returns the words of a query without stop words, or with them if it has no others. Single letters are skipped. */
export const queryWords = (query: string): readonly string[] => {
  const words = [...new Set(splitWords(query.slice(0, LONGEST).replace(ESCAPE, ' ')))].filter(isLong);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST);
};

// A single Chinese or Japanese character is a word.
const isLong = (word: string): boolean => word.length >= 2 || word > '\u2E7F';
