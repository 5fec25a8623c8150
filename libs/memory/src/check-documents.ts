import type { VectorDocument } from 'toolgate/model';
import { VectorStoreException } from './vector-store.errors.js';

/** Returns the documents that a vector store is to add. Throws `VectorStoreException` for one without an id or a text. */
export const checkDocuments = (documents: readonly VectorDocument[]): readonly VectorDocument[] => {
  const index = documents.findIndex(
    (document) => typeof document?.id !== 'string' || document.id === '' || typeof document.text !== 'string',
  );
  if (index < 0) return documents;
  throw new VectorStoreException(
    `documents[${index}] has no id or no text. Nothing was added: give each document both, and add them again.`,
  );
};
