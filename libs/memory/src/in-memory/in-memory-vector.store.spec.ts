import { describe, expect, it } from 'vitest';
import { EmbeddingModel } from 'toolgate/model';
import { HashEmbeddingModel, vectorStoreContract } from 'toolgate/testing';
import { InMemoryVectorStore } from './in-memory-vector.store.js';

vectorStoreContract(
  { describe, it },
  { name: 'InMemoryVectorStore', create: (model) => new InMemoryVectorStore(model) },
);

class Fixed extends EmbeddingModel {
  embeddings: readonly (readonly number[])[] = [];

  async embed() {
    return { embeddings: this.embeddings };
  }
}

describe('InMemoryVectorStore', () => {
  it('compares the direction of embeddings, not their length', async () => {
    const model = new Fixed();
    const store = new InMemoryVectorStore(model);
    model.embeddings = [
      [100, 0],
      [0.1, 0.1],
      [-3, 0],
      [0, 0],
    ];
    await store.add(['far', 'near', 'opposite', 'nowhere'].map((id) => ({ id, text: id })));
    model.embeddings = [[7, 6]];
    const found = await store.search({ text: 'x' });
    expect(found.map(({ id }) => id)).toEqual(['near', 'far', 'nowhere', 'opposite']);
    expect(found.map(({ score }) => Number(score.toFixed(3)))).toEqual([0.997, 0.759, 0, -0.759]);
  });

  it('rejects a model that returns invalid embeddings', async () => {
    const model = new Fixed();
    const store = new InMemoryVectorStore(model);
    await expect(store.add([{ id: '1', text: 'one' }])).rejects.toThrow('returned 0 embeddings for 1 texts');
    model.embeddings = [[1, 2]];
    await store.add([{ id: '1', text: 'one' }]);
    model.embeddings = [[1, 2, 3]];
    await expect(store.search({ text: 'x' })).rejects.toThrow(
      'returned 3 dimensions, and the documents of the VectorStore have 2. Use the model that embedded them',
    );
    expect(() => new InMemoryVectorStore(undefined as never)).toThrow('needs an EmbeddingModel');
  });

  it('does not call the model if there is nothing to search', async () => {
    const model = new HashEmbeddingModel();
    const store = new InMemoryVectorStore(model);
    expect(await store.search({ text: 'x' })).toEqual([]);
    expect(model.texts).toEqual([]);
  });
});
