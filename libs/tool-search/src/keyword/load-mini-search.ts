import { ToolSearchException } from '../contract/tool-search.errors.js';

/** The class that the package `minisearch` exports. */
export type MiniSearchClass = (typeof import('minisearch'))['default'];

/** Loads the package. Throws `ToolSearchException` if it is not installed. */
export const loadMiniSearch = async (
  load: () => Promise<{ readonly default: MiniSearchClass }> = () => import('minisearch'),
): Promise<MiniSearchClass> => {
  try {
    return (await load()).default;
  } catch (cause) {
    throw new ToolSearchException(
      'KeywordToolIndex needs the package "minisearch", which cannot be loaded. Install it: npm install minisearch. Or use RegexToolIndex, which needs no package.',
      { cause },
    );
  }
};
