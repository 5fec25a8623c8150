/** A memory of conversations is used wrongly, or not at all where it is needed; the message says what to write. */
export class ChatMemoryException extends Error {
  override readonly name = 'ChatMemoryException';
}
