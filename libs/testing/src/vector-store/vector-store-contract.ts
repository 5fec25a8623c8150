import assert from 'node:assert/strict';
import type { EmbeddingModel, VectorDocument, VectorSearch, VectorStore } from 'toolgate/model';
import { assertPlainJson } from '../contract/assert-plain-json.js';
import type { ContractRunner, It } from '../contract/contract-runner.js';
import { STRANGE_IDS } from '../chat-memory/chat-memory-samples.js';
import { HashEmbeddingModel } from './hash-embedding.model.js';

/** A vector store under test: `create` returns an empty store that embeds texts with the model. */
export interface VectorStoreUnderTest {
  readonly name: string;
  create(model: EmbeddingModel): VectorStore | Promise<VectorStore>;
}

const DOCUMENTS: readonly VectorDocument[] = [
  { id: 'cats', text: 'cats sleep all day', metadata: { kind: 'animal', legs: 4, tame: true } },
  { id: 'dogs', text: 'dogs bark all night', metadata: { kind: 'animal', legs: 4, tame: false } },
  { id: 'ships', text: 'ships sail at night', metadata: { kind: 'thing', owner: null, nested: { a: [1] } } },
  { id: 'bare', text: 'nothing to tell' },
];

/** Registers the tests that every vector store must pass. Runs in each test runner that has `describe` and `it`. */
export const vectorStoreContract = ({ describe, it }: ContractRunner, { name, create }: VectorStoreUnderTest): void => {
  const filled = async (): Promise<VectorStore> => {
    const store = await create(new HashEmbeddingModel());
    await store.add(DOCUMENTS);
    return store;
  };
  describe(`${name}, as a vector store`, () => {
    describe('that is searched', () => {
      searching(it, filled);
      searchingExactly(it, filled);
    });
    describe('that is changed', () => {
      changing(it, filled);
      replacing(it, filled);
    });
    describe('that receives invalid requests', () => refusing(it, filled));
  });
};

type Make = () => Promise<VectorStore>;

const searching = (it: It, filled: Make): void => {
  it('returns the nearest documents unchanged, the nearest first', async () => {
    const found = await (await filled()).search({ text: 'do cats sleep all night?', topK: 3 });
    assert.equal(found.length, 3);
    const [{ score, ...nearest }] = found as [(typeof found)[number]];
    assert.deepEqual(JSON.parse(JSON.stringify(nearest)), DOCUMENTS[0]);
    assert.ok(score > 0 && score <= 1.0001, `the score is ${score}`);
    const scores = found.map((document) => document.score);
    assert.deepEqual(
      scores,
      [...scores].sort((one, other) => other - one),
    );
    assertPlainJson(found);
  });

  it('returns at most four by default', async () => {
    const store = await filled();
    await store.add([{ id: 'more', text: 'one more text' }]);
    assert.equal((await store.search({ text: 'night' })).length, 4);
    assert.equal((await store.search({ text: 'night', topK: 1 })).length, 1);
    assert.equal((await store.search({ text: 'night', topK: 100 })).length, 5);
    await assert.rejects(() => store.search({ text: 'night', topK: 0 }));
  });

  it('returns documents above the minimum score', async () => {
    const found = await (await filled()).search({ text: 'ships sail at night', minScore: 0.99 });
    assert.deepEqual(idsOf(found), ['ships']);
  });

  it('returns documents that match the filter, value by value', async () => {
    const store = await filled();
    const search = async (filter: NonNullable<Parameters<VectorStore['search']>[0]['filter']>) =>
      idsOf(await store.search({ text: 'night', filter })).sort();
    assert.deepEqual(await search({ kind: 'animal' }), ['cats', 'dogs']);
    assert.deepEqual(await search({ kind: 'animal', tame: false }), ['dogs']);
    assert.deepEqual(await search({ legs: 4 }), ['cats', 'dogs']);
    assert.deepEqual(await search({ legs: '4' }), []);
    assert.deepEqual(await search({ owner: null }), ['ships']);
    assert.deepEqual(await search({ kind: 'nobody' }), []);
    assert.deepEqual(await search({ "'; DROP TABLE documents;--": 'x' }), []);
    assert.equal((await search({})).length, 4);
  });
};

const searchingExactly = (it: It, filled: Make): void => {
  it('finds documents by the exact names and values of their metadata, with any characters', async () => {
    const store = await filled();
    const names = [...STRANGE_IDS, 'nested.a', '$.kind'].filter((name) => name !== '__proto__');
    await store.add(names.map((name) => ({ id: name, text: 'night', metadata: { tenant: name, [name]: true } })));
    for (const name of names) {
      const search = (filter: VectorSearch['filter']) => store.search({ text: 'night', topK: 100, filter });
      assert.deepEqual(idsOf(await search({ tenant: name })), [name]);
      assert.deepEqual(idsOf(await search({ [name]: true })), [name]);
      assert.deepEqual(idsOf(await search({ [name]: 'animal' })), []);
    }
    await store.delete({ ids: ['%', 'PLAIN'] });
    assert.deepEqual(idsOf(await store.search({ text: 'night', filter: { tenant: 'PLAIN' } })), []);
    assert.equal((await store.search({ text: 'night', topK: 100 })).length, DOCUMENTS.length + names.length - 2);
  });
};

const changing = (it: It, filled: Make): void => {
  it('replaces a document with the same id', async () => {
    const store = await filled();
    await store.add([{ id: 'cats', text: 'volcanoes erupt' }]);
    const [found] = await store.search({ text: 'volcanoes erupt', topK: 1 });
    assert.equal(found?.id, 'cats');
    assert.equal(found.metadata, undefined);
    assert.equal((await store.search({ text: 'x', topK: 100 })).length, 4);
  });

  it('accepts an empty list, and rejects a whole list if one of its documents has no id', async () => {
    const store = await filled();
    await store.add([]);
    await assert.rejects(() => store.add([{ id: 'new', text: 'new' }, { text: 'no id' } as VectorDocument]));
    assert.equal((await store.search({ text: 'x', topK: 100 })).length, 4);
  });

  it('deletes by id and by filter', async () => {
    const store = await filled();
    await store.delete({ ids: ['bare', 'nobody'] });
    await store.delete({ filter: { kind: 'animal', tame: true } });
    assert.deepEqual(idsOf(await store.search({ text: 'x', topK: 100 })).sort(), ['dogs', 'ships']);
  });

  it('stores documents independent of later changes to its input', async () => {
    const store = await filled();
    const document = { id: 'mine', text: 'a text of mine', metadata: { kind: 'own' } };
    const adding = store.add([document]);
    document.metadata.kind = 'spoilt';
    await adding;
    const [found] = await store.search({ text: 'a text of mine', topK: 1 });
    assert.deepEqual(JSON.parse(JSON.stringify(found?.metadata)), { kind: 'own' });
  });
};

const replacing = (it: It, filled: Make): void => {
  it('finds a replaced document by its new metadata only', async () => {
    const store = await filled();
    await store.add([{ id: 'cats', text: 'cats sleep', metadata: { kind: 'pet' } }]);
    const search = async (kind: string) => idsOf(await store.search({ text: 'cats', filter: { kind } }));
    assert.deepEqual(await search('animal'), ['dogs']);
    assert.deepEqual(await search('pet'), ['cats']);
  });

  it('stores the last of two documents with the same id', async () => {
    const store = await filled();
    await store.add(['first', 'last'].map((text) => ({ id: 'twice', text })));
    const found = await store.search({ text: 'last', topK: 100 });
    assert.deepEqual(
      found.filter(({ id }) => id === 'twice').map(({ text }) => text),
      ['last'],
    );
  });

  it('stores the documents of many additions at once', async () => {
    const store = await filled();
    const ids = Array.from({ length: 20 }, (_, index) => `many ${index}`);
    await Promise.all(ids.map((id) => store.add([{ id, text: id }])));
    assert.equal((await store.search({ text: 'many', topK: 100 })).length, DOCUMENTS.length + ids.length);
  });
};

const MISTAKES: readonly (readonly [named: string, search: object])[] = [
  ['similarityThreshold', { text: 'x', similarityThreshold: 0.9 }],
  ['top_k', { text: 'x', top_k: 1 }],
  ['filter', { text: 'x', filter: "kind == 'animal'" }],
  ['filter.legs', { text: 'x', filter: { legs: { $gt: 3 } } }],
  ['filter.owner', { text: 'x', filter: { owner: undefined } }],
];

const refusing = (it: It, filled: Make): void => {
  for (const [named, search] of MISTAKES) {
    it(`rejects an invalid search, and names "${named}"`, async () => {
      const store = await filled();
      await assert.rejects(() => store.search(search as VectorSearch), naming(named));
    });
  }

  it('deletes nothing for an invalid selection', async () => {
    const store = await filled();
    for (const selection of [{}, { id: 'cats' }, { filter: 'all' }, { filter: { legs: { $gt: 3 } } }]) {
      await assert.rejects(() => store.delete(selection as never));
    }
    assert.equal((await store.search({ text: 'x', topK: 100 })).length, 4);
  });
};

const naming =
  (named: string) =>
  ({ message }: Error): boolean =>
    message.includes(named);

const idsOf = (documents: readonly VectorDocument[]): string[] => documents.map(({ id }) => id);
