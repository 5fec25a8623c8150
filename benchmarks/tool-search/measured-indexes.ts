import { InMemoryVectorStore } from 'toolgate/memory';
import { HashEmbeddingModel } from 'toolgate/testing';
import { KeywordToolIndex, RegexToolIndex, type ToolIndex, VectorToolIndex } from 'toolgate/tool-search';

/** The indexes by name, each made anew. */
export const measuredIndexes = {
  regex: () => new RegexToolIndex(),
  keyword: () => new KeywordToolIndex(),
  vector: () => new VectorToolIndex(new InMemoryVectorStore(new HashEmbeddingModel())),
} satisfies Record<string, () => ToolIndex>;
