/** The setup of `toolgate/bullmq` is invalid, or its server cannot be used. */
export class BullMqException extends Error {
  override readonly name = 'BullMqException';
}
