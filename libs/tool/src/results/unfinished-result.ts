/** The value of a stream that was not read to its end, because the rest would be cut. */
export class UnfinishedResult {
  constructor(readonly value: unknown) {}
}
