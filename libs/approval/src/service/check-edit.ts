import { freezeJson } from '#core';
import { type JsonObject, toJson, toolCallsOf } from 'toolgate/model';
import { describeIssues, issueOfSize, TurnCounts } from '#tool';
import {
  type ArgumentLimits,
  type CallCounts,
  type PreparedCall,
  prepareInput,
  ToolContext,
  type ToolCallback,
  type Verdict,
} from 'toolgate/tool';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import type { ChangedSubject } from '../gate/approval.gate.js';
import type { StoredApproval } from '../records/stored-approval.js';
import { hashOf } from '../records/canonical-json.js';
import type { RunCheckpoint } from '../records/stored-run.js';
import type { CheckedEdit } from '../transitions/edit-approval.js';
import { unknownArgument } from './unknown-argument.js';

/** An edit of a call's arguments, before it is checked. */
export interface EditQuestion {
  readonly approval: StoredApproval;
  readonly checkpoint: RunCheckpoint;
  readonly tool: ToolCallback;
  readonly input: JsonObject;
  /** How long an approval waits if its requirement sets no `expiresInMs`, in milliseconds. */
  readonly expiresInMs: number;
  /** The size limits of arguments. */
  readonly limits?: ArgumentLimits;
}

/** Asks the strategy about one call. */
export type AskPolicy = (call: PreparedCall, of: ChangedSubject) => Promise<Verdict>;

const HAS_QUESTION =
  'The tool asks its requester a question about these arguments. Reject the call with a reason, so that the model calls the tool with them.';

/**
 * Checks edited arguments like the model's own: by the schema, and by the strategy. Throws `ApprovalDecisionException`
 * if either rejects them, or if the tool has a question about them.
 */
export const checkEdit = async (question: EditQuestion, ask: AskPolicy): Promise<CheckedEdit> => {
  const { approval, tool, expiresInMs, limits } = question;
  const throwBadEdit = (detail: string): never => {
    throw new ApprovalDecisionException('bad-edit', approval.id, approval, detail);
  };
  const tooLarge = issueOfSize(question.input, limits);
  if (tooLarge) throwBadEdit(describeIssues(approval.tool, [tooLarge]));
  const prepared = await prepareInput(tool, question.input);
  if (prepared.type === 'issues') return throwBadEdit(describeIssues(approval.tool, prepared.issues));
  const input = freezeJson(toJson(prepared.input));
  const unknown = unknownArgument(tool, { sent: question.input, left: input });
  if (unknown) throwBadEdit(unknown);
  const call = { ...waitingCall(question), input, value: prepared.value };
  const verdict = await ask(call, { ...approval, counts: countsOf(question), phase: 'edit' });
  if (verdict.type === 'reject') return throwBadEdit(`It was rejected: ${verdict.reason}`);
  if ((await tool.question?.(input, call.context)) !== undefined) throwBadEdit(HAS_QUESTION);
  const { revision } = approval;
  return {
    revision,
    input,
    argsHash: hashOf(input),
    expiresInMs,
    ...(verdict.type === 'ask' && { question: verdict }),
  };
};

/** Returns the counts of a turn with the waiting calls, as they were when the strategy first decided. */
export const countsOf = ({ checkpoint: { loop } }: Pick<EditQuestion, 'checkpoint'>): CallCounts => {
  const { history, start, spent, response } = loop;
  const before = spent && { ...spent, perTool: new Map(Object.entries(spent.perTool)) };
  const counts = new TurnCounts(history, start, before);
  for (const { toolName } of toolCallsOf(response.message)) counts.add(toolName);
  return counts;
};

/** Returns a waiting call without its arguments, as the turn had prepared it. */
export const waitingCall = ({
  approval,
  checkpoint,
  tool,
}: Omit<EditQuestion, 'input'>): Omit<PreparedCall, 'input' | 'value'> => {
  const { request, loop } = checkpoint;
  const { index, round, run, callId } = approval;
  const turn = new ToolContext({
    data: freezeJson(request.toolContext),
    conversation: request.conversation,
    runId: run,
  });
  const info = { toolCallId: callId, toolName: approval.tool, index, round };
  return {
    index,
    call: toolCallsOf(loop.response.message)[index]!,
    callback: tool,
    context: new ToolContext({
      data: turn.data,
      conversation: turn.conversation,
      turn,
      call: info,
      messages: loop.history,
    }),
  };
};
