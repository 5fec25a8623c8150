import type { JsonObject, RequesterQuestion } from 'toolgate/model';
import { type Approval, type ApprovalEdit, approvalRecord } from './approval.js';
import type { StoredApproval } from './stored-approval.js';

/** Arguments in a list: whole, or only their size if they are larger than 8 KB of JSON. */
interface ListedArguments {
  readonly arguments?: JsonObject;
  /** The size of the arguments as JSON, in bytes; present if they were left out. `get` returns them. */
  readonly argumentsBytes?: number;
}

/** The arguments before a person edited them; left out if they are larger than 8 KB of JSON. */
export interface ListedEdit extends Omit<ApprovalEdit, 'before'> {
  readonly before?: JsonObject;
  /** The size of the earlier arguments as JSON, in bytes; present if they were left out. */
  readonly beforeBytes?: number;
}

/** An approval in a list, without large arguments. */
export interface ListedApproval
  extends
    Omit<Approval, 'arguments' | 'edits' | 'inputSchema' | 'toolChanged' | 'question' | 'answer'>,
    ListedArguments {
  /** What the tool asks its requester, without the schema of the answer. */
  readonly question?: Pick<RequesterQuestion, 'message' | 'needsApproval'>;
  readonly edits: readonly ListedEdit[];
}

const MOST_BYTES = 8 * 1024;

/** Converts a stored approval to the record that a list returns. */
export const listedRecord = (stored: StoredApproval): ListedApproval => {
  const { arguments: input, edits, question, answer: _, ...rest } = approvalRecord(stored);
  const bytes = largeSize(input);
  return {
    ...rest,
    ...(bytes === undefined ? { arguments: input } : { argumentsBytes: bytes }),
    edits: edits.map(listedEdit),
    ...(question && { question: shownQuestion(question) }),
  };
};

/** Returns a question without the schema of its answer. */
export const shownQuestion = ({ message, needsApproval }: Pick<RequesterQuestion, 'message' | 'needsApproval'>) => ({
  message,
  ...(needsApproval && { needsApproval }),
});

const listedEdit = ({ before, ...rest }: ApprovalEdit): ListedEdit => {
  const bytes = largeSize(before);
  return bytes === undefined ? { ...rest, before } : { ...rest, beforeBytes: bytes };
};

/** Returns the size of arguments that are too large for a list; undefined if they are not. */
const largeSize = (input: JsonObject): number | undefined => {
  const bytes = Buffer.byteLength(jsonOf(input));
  return bytes > MOST_BYTES ? bytes : undefined;
};

// A damaged row may lack its arguments, or contain some that are nested too deeply.
const jsonOf = (input: JsonObject | undefined): string => {
  try {
    return JSON.stringify(input) ?? '';
  } catch {
    return '';
  }
};
