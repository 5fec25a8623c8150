import type { VectorStore } from 'toolgate/model';
import { KeywordToolIndex } from './indexes/keyword-tool.index.js';
import { RegexToolIndex } from './indexes/regex-tool.index.js';
import { VectorToolIndex } from './indexes/vector-tool.index.js';
import type { ToolIndex } from './tool-index.js';
import type { ToolSearchModuleOptions } from './tool-search.module-definition.js';

/** Creates the index that the options name. */
export const indexOf = ({ indexType, minScore }: ToolSearchModuleOptions, store: VectorStore): ToolIndex => {
  switch (indexType) {
    case 'keyword':
      return new KeywordToolIndex({ minScore });
    case 'vector':
      return new VectorToolIndex(store, { minScore });
    default:
      return new RegexToolIndex();
  }
};
