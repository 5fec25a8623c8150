import { frozenJson } from '#core';
import {
  type EmbeddingModel,
  type FoundDocument,
  type MetadataFilter,
  type VectorDocument,
  type VectorSearch,
  type VectorSelection,
  VectorStore,
} from 'toolgate/model';
import { checkDocuments } from '../vectors/check-documents.js';
import { checkSearch, checkSelection } from '../vectors/check-search.js';
import { embedTexts } from '../vectors/embed-texts.js';
import { VectorStoreException } from '../vectors/vector-store.errors.js';

interface Entry {
  /** Frozen at every depth. */
  readonly document: VectorDocument;
  /** A vector of length 1, so that a product is the cosine. */
  readonly vector: Float32Array;
}

/**
 * Stores documents in the memory of the process and compares each of them with the query: for tests, and for some
 * thousands of documents.
 */
export class InMemoryVectorStore extends VectorStore {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly model: EmbeddingModel) {
    super();
    if (!model)
      throw new VectorStoreException('InMemoryVectorStore needs an EmbeddingModel. Pass one to its constructor.');
  }

  async add(documents: readonly VectorDocument[]): Promise<void> {
    const copies = checkDocuments(documents).map(frozenJson);
    if (copies.length === 0) return;
    const vectors = await this.embed(copies.map(({ text }) => text));
    for (const [index, document] of copies.entries())
      this.entries.set(document.id, { document, vector: vectors[index]! });
  }

  async search(search: VectorSearch): Promise<readonly FoundDocument[]> {
    const { text, topK = 4, minScore = -Infinity, filter = {} } = checkSearch(search);
    const fits = fitter(filter);
    const candidates = [...this.entries.values()].filter(fits);
    if (candidates.length === 0) return [];
    const [wanted] = await this.embed([text]);
    let nearest: { readonly document: VectorDocument; readonly score: number }[] = [];
    let least = minScore;
    const keepNearest = (): void => {
      nearest = nearest.sort((one, other) => other.score - one.score).slice(0, topK);
      if (nearest.length >= topK) least = nearest.at(-1)!.score;
    };
    for (const { document, vector } of candidates) {
      const score = product(vector, wanted!);
      if (!(score >= least)) continue;
      nearest.push({ document, score });
      // Only now and then, so that distant documents are dropped without sorting each time.
      if (nearest.length >= 4 * Math.max(topK, 16)) keepNearest();
    }
    keepNearest();
    return nearest.map(({ document, score }) => ({ ...document, score }));
  }

  async delete(selection: VectorSelection): Promise<void> {
    checkSelection(selection);
    if ('ids' in selection) return selection.ids.forEach((id) => this.entries.delete(id));
    const fits = fitter(selection.filter);
    for (const [id, entry] of this.entries) if (fits(entry)) this.entries.delete(id);
  }

  private embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return embedTexts(this.model, { texts, dimensions: this.entries.values().next().value?.vector.length });
  }
}

const fitter = (filter: MetadataFilter): ((entry: Entry) => boolean) => {
  const wanted = Object.entries(filter);
  return ({ document: { metadata = {} } }) => wanted.every(([key, value]) => metadata[key] === value);
};

// Four parallel sums take half the time of one.
const product = (one: Float32Array, other: Float32Array): number => {
  const whole = one.length - (one.length % 4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    first += one[at]! * other[at]!;
    second += one[at + 1]! * other[at + 1]!;
    third += one[at + 2]! * other[at + 2]!;
    fourth += one[at + 3]! * other[at + 3]!;
  }
  for (let at = whole; at < one.length; at++) first += one[at]! * other[at]!;
  return first + second + third + fourth;
};
