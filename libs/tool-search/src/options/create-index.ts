import type { VectorStore } from 'toolgate/model';
import { KeywordToolIndex } from '../keyword/keyword-tool.index.js';
import { RegexToolIndex } from '../regex/regex-tool.index.js';
import { VectorToolIndex } from '../vector/vector-tool.index.js';
import type { ToolIndex } from '../contract/tool-index.js';
import type { ToolSearchModuleOptions } from './tool-search-module-options.js';

/** Creates the index that the options name. */
export const createIndex = ({ indexType, minScore }: ToolSearchModuleOptions, store: VectorStore): ToolIndex => {
  switch (indexType) {
    case 'keyword':
      return new KeywordToolIndex({ minScore });
    case 'vector':
      return new VectorToolIndex(store, { minScore });
    default:
      return new RegexToolIndex();
  }
};
