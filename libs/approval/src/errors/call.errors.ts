/** A call outside of a turn was rejected, by the strategy or by a person, and its body will not run. */
export class CallRejectedException extends Error {
  override readonly name = 'CallRejectedException';

  constructor(
    readonly toolName: string,
    /** Why, as the strategy or the person states it. */
    readonly reason: string,
  ) {
    super(`The call of "${toolName}" was rejected: ${reason}`);
  }
}

/** A call outside of a turn has failed, and its error is known only as a text. */
export class CallFailedException extends Error {
  override readonly name = 'CallFailedException';

  constructor(
    readonly toolName: string,
    problem: string,
  ) {
    super(`The call of "${toolName}" has failed: ${problem}`);
  }
}
