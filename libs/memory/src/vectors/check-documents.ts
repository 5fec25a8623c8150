import type { VectorDocument } from 'toolgate/model';
import { VectorStoreException } from './vector-store.errors.js';

/**
 * Checks the documents that a vector store receives, and returns them. Throws `VectorStoreException` if a document has
 * no id or no text.
 */
export const checkDocuments = (documents: readonly VectorDocument[]): readonly VectorDocument[] => {
  const index = documents.findIndex(
    (document) => typeof document?.id !== 'string' || document.id === '' || typeof document.text !== 'string',
  );
  if (index < 0) return documents;
  throw new VectorStoreException(
    `documents[${index}] has no id or no text. Nothing was added. Set both in each document, and add them again.`,
  );
};
