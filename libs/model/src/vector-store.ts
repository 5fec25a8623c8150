import { type JsonObject, SEAM } from '#core';

/** A text that can be found by its meaning; plain JSON. */
export interface VectorDocument {
  /** A document replaces the stored one with the same id. */
  readonly id: string;
  readonly text: string;
  readonly metadata?: JsonObject;
}

/** A found document with its similarity: 1 for the same meaning. */
export interface FoundDocument extends VectorDocument {
  readonly score: number;
}

/** Matches documents whose metadata has each of these values. */
export type MetadataFilter = Readonly<Record<string, string | number | boolean | null>>;

/** A search request. */
export interface VectorSearch {
  readonly text: string;
  /** The most documents to return. @default 4 */
  readonly topK?: number;
  /** The minimum similarity. @default none */
  readonly minScore?: number;
  /** @default all documents */
  readonly filter?: MetadataFilter;
}

/** Selects documents by ids, or by a filter. */
export type VectorSelection = { readonly ids: readonly string[] } | { readonly filter: MetadataFilter };

/** Stores texts and finds them by meaning. Also the injection token. */
export abstract class VectorStore {
  static readonly [SEAM]: string = 'VectorStore';

  /** Adds documents; either all or none. */
  abstract add(documents: readonly VectorDocument[]): Promise<void>;

  /** Returns the most similar documents, the most similar first. */
  abstract search(search: VectorSearch): Promise<readonly FoundDocument[]>;

  /** Deletes documents. An empty filter matches all. */
  abstract delete(selection: VectorSelection): Promise<void>;
}
