import { expect } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { InMemoryVectorStore, memoryFilter } from 'toolgate/memory';
import { EmbeddingModel, type MetadataFilter, type VectorDocument } from 'toolgate/model';
import { type ContractRunner, HashEmbeddingModel } from 'toolgate/testing';
import { SqlVectorStore } from './sql-vector.store.js';

/** Embeds each text as the numbers that it contains. */
class Numbers extends EmbeddingModel {
  async embed(texts: readonly string[]) {
    return { embeddings: texts.map((text) => text.split(' ').map(Number)) };
  }
}

const idsOf = (documents: readonly VectorDocument[]): string[] => documents.map(({ id }) => id);

const rowsOf = async (database: Kysely<unknown>): Promise<readonly number[]> => {
  const counts = ['toolgate_vectors', 'toolgate_vector_tags'].map(async (table) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database);
    return Number(rows[0]!.count);
  });
  return Promise.all(counts);
};

const ODD = 'a \u0000 b \ud800 c \u{1f600}';

/** Tests for documents in every database, in addition to the contract. */
export const storedVectors = ({ it }: ContractRunner, open: Open): void => {
  finding(it, open);
  refusing(it, open);
  keepingApart(it, open);
  holding(it, open);
};

type It = ContractRunner['it'];
type Open = () => Promise<Kysely<unknown>>;

const finding = (it: It, open: Open): void => {
  it('are found as those in memory are, with the same scores', async () => {
    const model = new HashEmbeddingModel({ dimensions: 64 });
    const stores = [new InMemoryVectorStore(model), new SqlVectorStore(await open(), model)];
    const words = ['cat', 'dog', 'ship', 'night', 'day', 'sleep', 'bark', 'sail', 'blue', 'old'];
    const documents = Array.from({ length: 250 }, (_, index) => ({
      id: `d${index}`,
      text: [1, 3, 7, 11].map((step) => words[(index * step) % 9]).join(' ') + ' x'.repeat(index % 13),
      metadata: { even: index % 2 === 0, third: index % 3 },
    }));
    for (const store of stores) await store.add(documents);
    const filters: readonly MetadataFilter[] = [{}, { even: true }, { even: false, third: 2 }];
    for (const filter of filters) {
      const search = { text: 'an old cat may sleep at night', topK: 20, minScore: 0.05, filter };
      const [scores, stored] = await Promise.all(
        stores.map(async (store) => (await store.search(search)).map(({ score }) => score.toFixed(4))),
      );
      expect(stored).toEqual(scores);
      expect(stored!.length).toBeGreaterThan(5);
    }
  });

  it('are compared by the direction of their embeddings, which a zero vector does not have', async () => {
    const store = new SqlVectorStore(await open(), new Numbers());
    await store.add(['100 0', '0.1 0.1', '-3 0', '0 0', '1e-7 -2.5e-10'].map((text) => ({ id: text, text })));
    const found = await store.search({ text: '7 6', topK: 9 });
    expect(found.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
      ['0.1 0.1', 0.997],
      ['100 0', 0.759],
      ['1e-7 -2.5e-10', 0.758],
      ['0 0', 0],
      ['-3 0', -0.759],
    ]);
    expect((await store.search({ text: '0 0', topK: 9 })).map(({ score }) => Math.abs(score))).toEqual([0, 0, 0, 0, 0]);
  });
};

const refusing = (it: It, open: Open): void => {
  it('reject an embedding model of other dimensions, and name both', async () => {
    const database = await open();
    const store = new SqlVectorStore(database, new Numbers());
    await store.add([{ id: 'a', text: '1 2 3' }]);
    const refused = 'returned 2 dimensions, and the documents of the VectorStore have 3. Use the model';
    await expect(store.add([{ id: 'b', text: '1 2' }])).rejects.toThrow(refused);
    await expect(store.search({ text: '1 2' })).rejects.toThrow(refused);
    expect(await rowsOf(database)).toEqual([1, 0]);
    await store.delete({ filter: {} });
    await store.add([{ id: 'b', text: '1 2' }]);
    expect(idsOf(await store.search({ text: '1 2' }))).toEqual(['b']);
  });

  it('reject the second of two models that start together', async () => {
    const store = new SqlVectorStore(await open(), new Numbers());
    const added = await Promise.allSettled([
      store.add([{ id: 'a', text: '1 2 3' }]),
      store.add([{ id: 'b', text: '1 2' }]),
    ]);
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { reason } = added.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect((reason as Error).message).toMatch(
      /has documents of (2 and of 3|3 and of 2) dimensions, from two embedding models. Use one model/,
    );
  });
};

const keepingApart = (it: It, open: Open): void => {
  it('stay in their collection', async () => {
    const database = await open();
    const model = new HashEmbeddingModel();
    const [shop, desk] = ['shop', 'desk'].map((collection) => new SqlVectorStore(database, model, { collection }));
    await shop!.add([{ id: '1', text: 'lamps', metadata: { kind: 'x' } }]);
    await desk!.add([{ id: '1', text: 'lamps and chairs', metadata: { kind: 'x' } }]);
    expect((await shop!.search({ text: 'lamps' })).map(({ text }) => text)).toEqual(['lamps']);
    await desk!.delete({ filter: { kind: 'x' } });
    expect(await desk!.search({ text: 'lamps' })).toEqual([]);
    await desk!.delete({ filter: {} });
    expect(idsOf(await shop!.search({ text: 'lamps', filter: { kind: 'x' } }))).toEqual(['1']);
  });

  it('of one tenant are not found for another', async () => {
    const database = await open();
    const store = new SqlVectorStore(database, new HashEmbeddingModel());
    const refs = [{ tenant: 'acme', conversation: 'c' }, { tenant: 'globex', conversation: 'c' }, 'c'];
    await store.add(refs.map((of, index) => ({ id: `${index}`, text: 'secret', metadata: memoryFilter(of) })));
    for (const [index, of] of refs.entries())
      expect(idsOf(await store.search({ text: 'secret', filter: memoryFilter(of) }))).toEqual([`${index}`]);
    await store.delete({ filter: memoryFilter(refs[0]!) });
    expect(idsOf(await store.search({ text: 'secret' })).sort()).toEqual(['1', '2']);
    const undefinedTenant = { tenant: undefined } as never;
    await expect(store.search({ text: 'secret', filter: undefinedTenant })).rejects.toThrow('filter.tenant of');
    await expect(store.delete({ filter: undefinedTenant })).rejects.toThrow('filter.tenant of');
  });
};

const holding = (it: It, open: Open): void => {
  it('may contain any JSON, and leave no rows when they are deleted', async () => {
    const database = await open();
    const store = new SqlVectorStore(database, new HashEmbeddingModel());
    const document = { id: ODD, text: ODD, metadata: { [ODD]: ODD, long: 'x'.repeat(20_000), none: null, list: [1] } };
    await store.add([document, { id: 'two', text: 'a', metadata: { none: 0 } }]);
    const filters: readonly MetadataFilter[] = [{ [ODD]: ODD }, { long: 'x'.repeat(20_000) }, { none: null }];
    for (const filter of filters) {
      const found = await store.search({ text: 'a b', filter });
      expect(found).toEqual([{ ...document, score: expect.any(Number) }]);
    }
    await store.add([{ id: ODD, text: 'new' }]);
    expect(await store.search({ text: 'new', filter: { none: null } })).toEqual([]);
    await store.delete({ ids: [ODD, 'two'] });
    expect(await rowsOf(database)).toEqual([0, 0]);
  });

  it('may be added by the hundreds, and the last one with an id counts', async () => {
    const database = await open();
    const store = new SqlVectorStore(database, new HashEmbeddingModel({ dimensions: 8 }));
    const many = Array.from({ length: 350 }, (_, index) => ({ id: `${index % 300}`, text: `text ${index}` }));
    await store.add(many.map((document) => ({ ...document, metadata: { at: 1, b: document.text } })));
    expect(await rowsOf(database)).toEqual([300, 600]);
    expect(await store.search({ text: 'x', filter: { b: 'text 0' } })).toEqual([]);
    expect(await store.search({ text: 'x', filter: { b: 'text 300', at: 1 } })).toHaveLength(1);
    expect(await store.search({ text: 'text', topK: Infinity })).toHaveLength(300);
    await store.delete({ ids: many.map(({ id }) => id) });
    expect(await rowsOf(database)).toEqual([0, 0]);
  });
};
