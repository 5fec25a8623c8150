/** What a client is shown as the result of a call that a lost process wrote, and that the next attempt has not repeated. */
export const LOST_CALL =
  'The process that wrote this call was lost before the call ran. Another one continued the turn.';
