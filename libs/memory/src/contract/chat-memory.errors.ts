/** A chat memory is used incorrectly, or is missing; the message ends with an instruction. */
export class ChatMemoryException extends Error {
  override readonly name = 'ChatMemoryException';
}
