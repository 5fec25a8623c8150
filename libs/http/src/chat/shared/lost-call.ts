/** The result that a client receives for a call that a lost process wrote and the next attempt has not repeated. */
export const LOST_CALL =
  'The process that wrote this call was lost before the call ran. Another process continued the turn.';

/** The result that a client receives for a call whose arguments an answer does not contain to their end. */
export const INCOMPLETE_CALL = 'The model did not complete this call.';
