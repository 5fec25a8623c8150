/** Why a live turn cannot be read, written or aborted. */
export type LiveTurnProblem = 'not-found' | 'not-eligible' | 'lost' | 'full';

/** A live turn cannot be read, written or aborted. */
export class LiveTurnException extends Error {
  override readonly name = 'LiveTurnException';

  constructor(
    readonly problem: LiveTurnProblem,
    readonly runId: string,
    message: string,
  ) {
    super(message);
  }

  /** The same error for a turn that does not exist and for a turn of another tenant. */
  static notFound(run: string): LiveTurnException {
    return new LiveTurnException('not-found', run, `There is no live turn ${run}. Pass the runId of a live turn.`);
  }

  static lost(run: string): LiveTurnException {
    return new LiveTurnException(
      'lost',
      run,
      `The live turn ${run} was lost before its end. Call resume() if the turn was saved, or start the turn again.`,
    );
  }

  static full(run: string): LiveTurnException {
    return new LiveTurnException(
      'full',
      run,
      `The parts of the live turn ${run} exceed the memory of the log. Raise liveTurns.maxBytes.`,
    );
  }
}
