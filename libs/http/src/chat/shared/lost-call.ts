/** The result that a client receives for a call that a lost process wrote and the next attempt has not repeated. */
export const LOST_CALL =
  'The process that wrote this call was lost before the call ran. Another process continued the turn.';

/** The result that a client receives for a call whose arguments an answer does not contain to their end. */
export const INCOMPLETE_CALL = 'The model did not complete this call.';

/** The result that a client receives for a call that is open when its turn ends. */
export const ENDED_CALL = 'The turn ended before this call had a result.';

/** Returns whether an error of a call is one that the server has sent for a call without a result. */
export const isServerError = (error: unknown): boolean =>
  error === LOST_CALL || error === INCOMPLETE_CALL || error === ENDED_CALL;
