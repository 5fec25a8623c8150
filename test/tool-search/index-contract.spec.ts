import { describe, it } from 'vitest';
import { InMemoryVectorStore } from 'toolgate/memory';
import { HashEmbeddingModel, toolIndexContract } from 'toolgate/testing';
import { KeywordToolIndex, RegexToolIndex, VectorToolIndex } from 'toolgate/tool-search';

const runner = { describe, it };

toolIndexContract(runner, { name: 'RegexToolIndex', create: () => new RegexToolIndex() });
toolIndexContract(runner, { name: 'KeywordToolIndex', create: () => new KeywordToolIndex() });
toolIndexContract(runner, {
  name: 'VectorToolIndex',
  create: () => new VectorToolIndex(new InMemoryVectorStore(new HashEmbeddingModel({ dimensions: 4096 }))),
});
