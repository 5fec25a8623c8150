import { type ReturnedValue, ToolApprovalPendingException, ToolInputException } from 'toolgate/tool';
import type { GatedCallOutcome } from '../calls/gated-call.js';
import { CallFailedException, CallRejectedException } from '../errors/call.errors.js';

const REMEDY = 'Read its result with GatedCalls.outcome() after the decision.';

/** Returns what the caller of a guarded method receives, or throws it. */
export const resultOf = (toolName: string, outcome: GatedCallOutcome, { outcome: ran }: ReturnedValue): unknown => {
  switch (outcome.status) {
    case 'completed':
      // The value itself, if the method ran in this call: JSON would lose its class.
      return ran?.type === 'returned' ? ran.value : outcome.result;
    case 'rejected':
      throw new CallRejectedException(toolName, outcome.reason);
    case 'invalid':
      throw new ToolInputException(toolName, outcome.issues);
    case 'failed':
      throw ran?.type === 'threw' ? ran.error : new CallFailedException(toolName, outcome.message);
    case 'suspended':
      throw new ToolApprovalPendingException([], outcome, REMEDY);
  }
};
