/** A vector store received an invalid request or a wrong embedding; the message ends with an instruction. */
export class VectorStoreException extends Error {
  override readonly name = 'VectorStoreException';
}
