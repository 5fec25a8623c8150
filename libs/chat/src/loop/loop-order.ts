import { HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE } from '../contract/advisor.js';
import { ChatClientException } from '../errors/chat.errors.js';

/** Throws `ChatClientException` if a tool loop cannot have this order. */
export const assertLoopOrder = (order: number): void => {
  if (!(order > HIGHEST_PRECEDENCE && order < LOWEST_PRECEDENCE)) {
    throw new ChatClientException(
      'The order of a ToolCallingAdvisor must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE.',
    );
  }
};
