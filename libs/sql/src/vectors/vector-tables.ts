/** The tables of documents with embeddings. Column names are single words, as in the other tables. */
export interface VectorTables {
  readonly toolgate_vectors: {
    readonly collection: string;
    readonly id: string;
    /** The length of the embedding. */
    readonly dimensions: number;
    /** The document as JSON. */
    readonly document: string;
    /** 32-bit numbers: `vector` of pgvector, or the blob of libsql. */
    readonly embedding: unknown;
  };
  readonly toolgate_vector_tags: {
    readonly collection: string;
    /** Represents one value of the metadata: see `tagOf`. */
    readonly tag: string;
    readonly id: string;
  };
}
