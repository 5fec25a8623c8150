/** A vector store was asked for, or given, what makes no sense; the message says what. */
export class VectorStoreException extends Error {
  override readonly name = 'VectorStoreException';
}
