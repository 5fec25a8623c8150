import type { CheckedSearch } from './checked-search.js';
import type { IndexedTool } from './indexed-tool.js';
import type { IndexedToolSet } from './indexed-tool-set.js';

/** Returns the tools of a set in the category of a search. */
export const toolsIn = <Data>(
  { tools }: IndexedToolSet<Data>,
  { category }: CheckedSearch,
): readonly IndexedTool<Data>[] => {
  const all = [...tools.values()];
  return category === undefined ? all : all.filter(({ content }) => content.tags.includes(category));
};
