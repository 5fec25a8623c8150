import { type JsonObject, toJson } from 'toolgate/model';
import type { ToolCallback, Verdict } from 'toolgate/tool';
import { ToolApprovalException } from './approval.errors.js';
import type { ToolApprovalDecision } from './tool-approval-decision.js';

/** A call that may run. */
export const RUN: Verdict = { type: 'run' };

/** What the gate does with a decision. Throws `ToolApprovalException` for what is no decision, and for a question nobody can be asked. */
export const verdictOf = (decision: ToolApprovalDecision, { definition, metadata }: ToolCallback): Verdict => {
  const fail = (what: string): never => {
    throw new ToolApprovalException(definition.name, what);
  };
  switch ((decision as ToolApprovalDecision | undefined)?.type) {
    case 'approve':
      return RUN;
    case 'abstain':
      return metadata.requiresApproval === true ? { type: 'reject', reason: 'no strategy decided' } : RUN;
    case 'reject':
      return (
        toReject(decision as Extract<ToolApprovalDecision, { type: 'reject' }>) ??
        fail('it was rejected without a reason')
      );
    case 'ask':
      return fail('the strategy asks for a person, and no store for approvals is there to ask with');
    default:
      return fail('the strategy gave no decision; give approve, reject or abstain');
  }
};

// The metadata becomes part of the transcript, which is plain JSON.
const toReject = ({ reason, metadata }: Extract<ToolApprovalDecision, { type: 'reject' }>): Verdict | undefined =>
  typeof reason === 'string'
    ? { type: 'reject', reason, ...(metadata && { metadata: toJson(metadata) as JsonObject }) }
    : undefined;
