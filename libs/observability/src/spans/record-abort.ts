import type { ChatTurn } from 'toolgate/chat';
import type { Operation } from '../telemetry/operation.js';

/** Records why an operation was left before its end. An advisor that has read enough is not a failure. */
export const recordAbort = (operation: Operation, { abort }: ChatTurn): void => {
  if (abort?.aborted) operation.failed(abort.reason);
};
