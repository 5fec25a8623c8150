import { InMemoryVectorStore } from 'toolgate/memory';
import { HashEmbeddingModel } from 'toolgate/testing';
import { KeywordToolIndex, RegexToolIndex, type ToolIndex, VectorToolIndex } from 'toolgate/tool-search';

/** Creates each index, by name. */
export const measuredIndexes = {
  regex: () => new RegexToolIndex(),
  keyword: () => new KeywordToolIndex(),
  vector: () => new VectorToolIndex(new InMemoryVectorStore(new HashEmbeddingModel())),
} satisfies Record<string, () => ToolIndex>;
