import { type JsonValue, toJson } from 'toolgate/model';
import { describeIssues, type ToolCallbackResolver } from 'toolgate/tool';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { Decision } from '../transitions/decide-approval.js';
import { isEligible } from '../transitions/eligibility.js';

/**
 * Checks a requester's answer in place of a client tool, by the tool's schema. Returns undefined for every other
 * decision. Throws `ApprovalDecisionException` for an answer that does not match the schema.
 */
export const checkedAnswer = async (
  approval: StoredApproval,
  { command, by }: Decision,
  tools: ToolCallbackResolver,
): Promise<JsonValue | undefined> => {
  const { id, status, answeredBy, tool: name } = approval;
  // An approver who may not answer receives no details of the check.
  if (!answeredBy || status !== 'PENDING' || command.decision !== 'respond' || !isEligible(approval, by))
    return undefined;
  const throwBadDecision = (detail: string): never => {
    throw new ApprovalDecisionException('bad-decision', id, approval, detail);
  };
  const answer = tools.resolve(name)?.clientAnswer;
  if (!answer)
    return throwBadDecision(`This process has no client tool "${name}" to validate the answer. Register it.`);
  const read = await answer.read(command.response ?? null);
  if (read.type === 'value') return toJson(read.value);
  return throwBadDecision(describeIssues(name, read.issues).replace('Invalid arguments for', 'Invalid answer for'));
};
