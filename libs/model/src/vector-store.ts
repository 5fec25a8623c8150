import type { JsonObject } from './json.js';
import { SEAM } from './seam.js';

/** A text to find again by what it means; plain JSON. */
export interface VectorDocument {
  /** A document takes the place of the one that has its id. */
  readonly id: string;
  readonly text: string;
  readonly metadata?: JsonObject;
}

/** A document that was found, and how near it is: 1 where it means the same. */
export interface FoundDocument extends VectorDocument {
  readonly score: number;
}

/** Fits documents whose metadata has each of these values. */
export type MetadataFilter = Readonly<Record<string, string | number | boolean | null>>;

/** What is looked for. */
export interface VectorSearch {
  readonly text: string;
  /** How many at most. @default 4 */
  readonly topK?: number;
  /** How near at least. @default any */
  readonly minScore?: number;
  /** @default all documents */
  readonly filter?: MetadataFilter;
}

/** Which documents are meant: those of some ids, or those that a filter fits. */
export type VectorSelection = { readonly ids: readonly string[] } | { readonly filter: MetadataFilter };

/** Keeps texts and finds them by what they mean. Also the injection token. */
export abstract class VectorStore {
  static readonly [SEAM]: string = 'VectorStore';

  /** Adds documents, all or none of them. */
  abstract add(documents: readonly VectorDocument[]): Promise<void>;

  /** The nearest documents, the nearest first. */
  abstract search(search: VectorSearch): Promise<readonly FoundDocument[]>;

  /** Forgets documents. An empty filter fits all. */
  abstract delete(selection: VectorSelection): Promise<void>;
}
