import type { ChatTurn } from 'toolgate/chat';
import type { Operation } from './operation.js';

/** Tells why something was left before its end; an advisor that has read enough is no failure. */
export const tellLeft = (operation: Operation, { abort }: ChatTurn): void => {
  if (abort?.aborted) operation.failed(abort.reason);
};
