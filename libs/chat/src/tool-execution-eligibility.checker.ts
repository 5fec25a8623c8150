import { type ChatResponse, hasToolCalls, SEAM } from 'toolgate/model';

/** Says whether an answer's tool calls are to be executed; where not, the answer goes to the caller as it is. */
export abstract class ToolExecutionEligibilityChecker {
  static readonly [SEAM]: string = 'ToolExecutionEligibilityChecker';

  abstract isToolExecutionRequired(response: ChatResponse): boolean;
}

/** Executes whenever there is a call. */
export class HasToolCallsEligibilityChecker extends ToolExecutionEligibilityChecker {
  isToolExecutionRequired(response: ChatResponse): boolean {
    return hasToolCalls(response);
  }
}
