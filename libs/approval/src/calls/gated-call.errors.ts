/** A call outside of a turn was not made, because it names no tool of the application or its options are invalid. */
export class GatedCallException extends Error {
  override readonly name = 'GatedCallException';
}

/** A `requestId` was used again with another tool or other arguments. Nothing was changed. */
export class RequestReusedException extends Error {
  override readonly name = 'RequestReusedException';

  constructor(
    readonly requestId: string,
    readonly runId: string,
  ) {
    super(
      `The requestId ${JSON.stringify(requestId)} belongs to the run ${runId}, which has another tool or other arguments. Pass a new requestId for a new request.`,
    );
  }
}
