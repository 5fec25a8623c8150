import { describe, expect, it } from 'vitest';
import { InMemoryVectorStore } from 'toolgate/memory';
import type { JsonObject, VectorDocument, VectorSearch } from 'toolgate/model';
import { vectorStoreContract, type VectorStoreUnderTest } from './vector-store-contract.js';

/** Returns the titles of the tests of the contract that a store fails. */
const failuresOf = async (create: VectorStoreUnderTest['create']): Promise<readonly string[]> => {
  const tests: (readonly [string, () => Promise<void>])[] = [];
  const runner = {
    describe: (_: string, body: () => void) => body(),
    it: (...test: (typeof tests)[number]) => tests.push(test),
  };
  vectorStoreContract(runner, { name: 'a wrong store', create });
  const failed: string[] = [];
  for (const [title, body] of tests) await body().catch(() => failed.push(title));
  return failed;
};

class KeepingOldMetadata extends InMemoryVectorStore {
  private readonly known = new Map<string, JsonObject[]>();

  override async add(documents: readonly VectorDocument[]): Promise<void> {
    await super.add(documents);
    for (const { id, metadata = {} } of documents) this.known.set(id, [...(this.known.get(id) ?? []), metadata]);
  }

  override async search({ filter = {}, topK = 4, ...search }: VectorSearch) {
    await super.search({ ...search, topK, filter });
    const found = await super.search({ ...search, topK: 1000 });
    const fits = ({ id }: VectorDocument) =>
      Object.entries(filter).every(([key, value]) => this.known.get(id)?.some((metadata) => metadata[key] === value));
    return found.filter(fits).slice(0, topK);
  }
}

class IgnoringCase extends InMemoryVectorStore {
  override async search({ filter, ...search }: VectorSearch) {
    await super.search({ ...search, filter });
    const found = await super.search({ topK: 4, ...search });
    const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
    return found.filter(({ metadata = {} }) =>
      Object.entries(filter ?? {}).every(([key, value]) => key in metadata && lower(metadata[key]) === lower(value)),
    );
  }
}

class KeepingTheFirst extends InMemoryVectorStore {
  override add(documents: readonly VectorDocument[]): Promise<void> {
    return super.add(documents.filter(({ id }, index) => documents.findIndex((other) => other.id === id) === index));
  }
}

class ListingLate extends InMemoryVectorStore {
  private listed: readonly string[] = [];

  override async add(documents: readonly VectorDocument[]): Promise<void> {
    const listed = [...this.listed, ...documents.map(({ id }) => id)];
    await super.add(documents);
    this.listed = listed;
  }

  override async search(search: VectorSearch) {
    return (await super.search(search)).filter(({ id }) => this.listed.includes(id));
  }
}

describe('the contract of vector stores', () => {
  it.each([
    ['finds a replaced document by its new metadata only', KeepingOldMetadata],
    ['finds documents by the exact names and values of their metadata, with any characters', IgnoringCase],
    ['stores the last of two documents with the same id', KeepingTheFirst],
    ['stores the documents of many additions at once', ListingLate],
  ])('tests that a store %s', async (title, Store) => {
    expect(await failuresOf((model) => new Store(model))).toContain(title);
  });
});
