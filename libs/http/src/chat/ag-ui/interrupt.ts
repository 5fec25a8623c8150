import type { JsonObject, SuspendedPart, ToolApprovalRequestPart } from 'toolgate/model';
import { approvalRef } from '../shared/approval-ref.js';
import type { AgUiInterrupt } from './ag-ui-event.js';

/** A waiting call, as a stream or a conflict states it. */
type WaitingCall = Omit<ToolApprovalRequestPart, 'type' | 'runId' | 'toolCallId'>;

/** What a person may answer to a waiting call, unless the stream states it. */
export interface AnswerTerms {
  /** Whether the person may decide the call. @default true */
  readonly mayDecide?: boolean;
  /** The schema of the arguments with which the person may replace the model's; absent if no edit is allowed. */
  readonly editSchema?: JsonObject;
  /** The schema of the answer to a client tool or a question; any JSON without it. */
  readonly answerSchema?: JsonObject;
}

/** The reason of an interrupt that another person ends. */
export const WAITING = 'toolgate:waiting';

/** The reason of an interrupt of a run whose call has an unknown outcome. */
export const OUTCOME_UNKNOWN = 'toolgate:outcome_unknown';

/** The reason of an interrupt of a run whose call waits for the turn of an agent inside it. */
export const WAITS_INSIDE = 'toolgate:waits_inside';

/** The id of an interrupt that names a run, and no approval. */
export const RUN = /^run:([\w-]{1,200})$/;

/** Returns the interrupt of a call that waits for a person. */
export const interruptOf = (call: WaitingCall, terms: AnswerTerms = {}): AgUiInterrupt => {
  const { approvalId, revision, argsHash, toolName, expiresAt, message, reason, question } = call;
  const kind = kindOf(call, terms);
  const shown: JsonObject = { approvalId, revision, argsHash, toolName, arguments: call.arguments };
  return {
    id: approvalRef(call),
    reason: kind.reason,
    message: question && terms.mayDecide !== false ? question.message : (message ?? kind.message),
    responseSchema: kind.responseSchema,
    expiresAt,
    metadata: { toolgate: { ...shown, ...(reason !== undefined && { reason }) } },
  };
};

/** Returns the interrupt of a run that waits for no decision: the outcome of one of its calls is unknown. */
export const unknownOutcome = (runId: string): AgUiInterrupt => ({
  id: `run:${runId}`,
  reason: OUTCOME_UNKNOWN,
  message: 'The outcome of a tool call is unknown. The turn waits until it is known.',
  responseSchema: NOTHING,
  metadata: { toolgate: { runId } },
});

/** Returns the interrupt of a run whose calls wait for turns inside them, where other people decide or a worker resumes. */
export const waitsInside = ({ runId, batch }: SuspendedPart): AgUiInterrupt | undefined => {
  const inside = batch.flatMap(({ toolCallId, toolName, innerRunId }) =>
    innerRunId === undefined ? [] : [{ toolCallId, toolName, innerRunId }],
  );
  if (inside.length === 0) return undefined;
  const names = inside.map(({ toolName }) => `"${toolName}"`).join(', ');
  return {
    id: `run:${runId}`,
    reason: WAITS_INSIDE,
    message: `${names} ${inside.length === 1 ? 'waits' : 'wait'} for a decision inside.`,
    responseSchema: NOTHING,
    metadata: { toolgate: { runId, inside } },
  };
};

type Kind = Required<Pick<AgUiInterrupt, 'reason' | 'message' | 'responseSchema'>>;

const NOTHING: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

const kindOf = ({ toolName, answeredBy, question }: WaitingCall, terms: AnswerTerms): Kind => {
  const { mayDecide = true, editSchema, answerSchema = question?.schema ?? {} } = terms;
  if (!mayDecide) {
    return {
      reason: WAITING,
      message: `"${toolName}" waits for the decision of another person.`,
      responseSchema: NOTHING,
    };
  }
  if (answeredBy) {
    return { reason: 'input_required', message: `"${toolName}" waits for your answer.`, responseSchema: answerSchema };
  }
  return {
    reason: 'tool_call',
    message: `"${toolName}" waits for your decision.`,
    responseSchema: decisionSchema(editSchema),
  };
};

const decisionSchema = (editSchema: JsonObject | undefined): JsonObject => ({
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    reason: { type: 'string', description: 'Why, in your own words.' },
    ...(editSchema && { editedArgs: { description: 'Replaces all arguments.', ...editSchema } }),
  },
  required: ['approved'],
  additionalProperties: false,
});
