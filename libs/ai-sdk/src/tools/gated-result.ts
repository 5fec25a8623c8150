import type { JsonValue } from 'toolgate/model';
import { describeIssues } from '#tool';
import { ToolException } from 'toolgate/tool';
import { type ToolCallOutcome, UNREQUESTED, waitsForPerson } from './gated-tool-calls.js';

const EDITED = 'A person changed the arguments of this call before it ran.';

/** Returns what the model receives for a call. Throws `ToolException` for a call that failed. */
export const valueForModel = (tool: string, outcome: ToolCallOutcome): JsonValue => {
  switch (outcome?.status) {
    case undefined:
      return denied(UNREQUESTED);
    case 'completed': {
      const { result, arguments: ran } = outcome;
      return ran ? { note: EDITED, arguments: ran, result } : result;
    }
    case 'rejected':
      return denied(outcome.reason);
    case 'suspended':
      return waitsForPerson(outcome)
        ? 'This call waits for the decision of a person. It has not run.'
        : 'This call was approved, and its result is not known yet.';
    case 'invalid':
      throw new ToolException(describeIssues(tool, outcome.issues));
    case 'failed':
      throw new ToolException(outcome.message);
  }
};

const denied = (reason: string): string => `Tool execution was denied: ${reason}`;
