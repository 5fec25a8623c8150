import { type JsonValue, toJson } from 'toolgate/model';
import { describeIssues, readAnswer } from '#tool';
import type { Issues, ToolCallbackResolver } from 'toolgate/tool';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { CheckedDecision, Decision } from '../transitions/decision.js';
import { isEligible } from '../transitions/eligibility.js';

/**
 * Checks a requester's answer. An answer to the question of a tool must match the schema of the question, and an answer
 * in place of a client tool must match the schema of the tool. Returns nothing for every other decision. Throws
 * `ApprovalDecisionException` for an answer that does not match the schema.
 */
export const checkedAnswer = async (
  approval: StoredApproval,
  { command, by }: Decision,
  tools: ToolCallbackResolver,
): Promise<Pick<CheckedDecision, 'answer' | 'response'>> => {
  const { status, answeredBy, question } = approval;
  // A person who may not answer receives no details of the check.
  if (!answeredBy || status !== 'PENDING' || !isEligible(approval, by)) return {};
  const { decision, answer, response = null } = command;
  if (!question) return decision === 'respond' ? { response: await clientAnswer(approval, response, tools) } : {};
  if (decision !== 'approve' || answer === undefined) return {};
  const read = await readAnswer(question, answer);
  return { answer: read.type === 'value' ? read.value : throwInvalid(approval, read) };
};

const clientAnswer = async (
  approval: StoredApproval,
  response: JsonValue,
  tools: ToolCallbackResolver,
): Promise<JsonValue> => {
  const { id, tool: name } = approval;
  const answer = tools.resolve(name)?.clientAnswer;
  if (!answer) {
    const detail = `This process has no client tool "${name}" to validate the answer. Register it.`;
    throw new ApprovalDecisionException('bad-decision', id, approval, detail);
  }
  const read = await answer.read(response);
  return read.type === 'value' ? toJson(read.value) : throwInvalid(approval, read);
};

const throwInvalid = (approval: StoredApproval, { issues }: Issues): never => {
  const detail = describeIssues(approval.tool, issues).replace('Invalid arguments for', 'Invalid answer for');
  throw new ApprovalDecisionException('bad-decision', approval.id, approval, detail);
};
