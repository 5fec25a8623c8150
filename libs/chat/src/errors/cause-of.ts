import { ChatTurnException } from './chat.errors.js';

/**
 * Returns why a turn failed, in any round: the cause of a `ChatTurnException`, also of a turn inside a turn. Returns
 * any other error as it is.
 */
export const causeOf = (error: unknown): unknown => {
  let cause = error;
  while (cause instanceof ChatTurnException) ({ cause } = cause);
  return cause;
};
