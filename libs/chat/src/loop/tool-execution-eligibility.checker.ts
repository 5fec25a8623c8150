import { type ChatResponse, hasToolCalls, SEAM } from 'toolgate/model';

/** Decides whether the tool calls of an answer are executed; if not, the caller receives the answer as it is. */
export abstract class ToolExecutionEligibilityChecker {
  static readonly [SEAM]: string = 'ToolExecutionEligibilityChecker';

  abstract isToolExecutionRequired(response: ChatResponse): boolean;
}

/** Executes the tool calls of every answer that has some. */
export class HasToolCallsEligibilityChecker extends ToolExecutionEligibilityChecker {
  isToolExecutionRequired(response: ChatResponse): boolean {
    return hasToolCalls(response);
  }
}
