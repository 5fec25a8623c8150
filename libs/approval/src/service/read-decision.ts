import { isObject } from '#core';
import { type JsonObject, toJson } from 'toolgate/model';
import { issueOfSize } from '#tool';
import type { ArgumentLimits } from 'toolgate/tool';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import { type NamesOf, unknownName, withGetters } from '../validation/known-names.js';
import { hashOf } from '../records/canonical-json.js';
import type { Approver } from '../requester/requester.js';
import type { DecideApproval, Decision } from '../transitions/decision.js';
import { approverProblem } from '../requester/approver-problem.js';
import { readApprover } from '../requester/read-approver.js';
import { reasonProblem, withoutBlankReason } from './reason-problem.js';
import { LONGEST_ID } from '../validation/is-id.js';

const DECISIONS: ReadonlySet<string> = new Set(['approve', 'reject', 'respond']);

const WORDS = 'Pass "approve", "reject" or "respond".';

// An error shows at most this many characters of an invalid decision.
const WORD_LENGTH = 40;

// If edited arguments under a misspelt name were ignored, the unedited arguments would be approved.
const DECISION: NamesOf<DecideApproval> = {
  decisionId: true,
  decision: true,
  revision: true,
  argsHash: true,
  reason: true,
  editedArguments: true,
  response: true,
  answer: true,
};

/** A decision, its approver, and how large a response or an answer may be. */
interface AssertedDecision {
  readonly command: DecideApproval;
  readonly by: Approver;
  readonly limits?: ArgumentLimits;
}

/**
 * Returns a copy of a decision and its approver, which must not change while the strategy decides. Throws
 * `ApprovalDecisionException` for a malformed decision. It may be untrusted input of any shape.
 */
export const readDecision = (id: string, { command: given, by, limits }: AssertedDecision): Decision => {
  // Without its `decision`, a rejection would count as an approval.
  const command = withGetters(given, DECISION);
  assertDecision(id, { command, by, limits });
  return { command: toJson(withoutBlankReason(command)) as JsonObject & DecideApproval, by: readApprover(by) };
};

const assertDecision = (id: string, { command, by, limits }: AssertedDecision): void => {
  const { decisionId, decision, revision, argsHash, reason, editedArguments, response, answer } = command ?? {};
  const fail = (detail: string): never => {
    throw new ApprovalDecisionException('bad-decision', id, undefined, detail);
  };
  const wrong = approverProblem(by);
  if (wrong) fail(`Its approver cannot be read: ${wrong}. Pass { id, tenant, roles } from the authenticated session.`);
  const unknown = unknownName(Object(command), DECISION);
  if (unknown) fail(`Its property ${unknown}.`);
  if (typeof decisionId !== 'string' || decisionId === '') {
    return fail('Its decisionId is not a string, or is empty. Pass an id of your own, such as a UUID.');
  }
  if (!DECISIONS.has(decision)) fail(`Its decision is ${wordOf(decision)}. ${WORDS}`);
  if (decisionId.length > LONGEST_ID)
    fail(`Its decisionId has more than ${LONGEST_ID} characters. Pass a shorter one.`);
  if ((revision ?? undefined) === undefined || (argsHash ?? undefined) === undefined) {
    throw new ApprovalDecisionException('precondition-missing', id);
  }
  if (typeof revision !== 'number') {
    fail('Its revision is not a number. Pass the revision of the approval, such as 1.');
  }
  if (typeof argsHash !== 'string') fail('Its argsHash is not a string. Pass the argsHash of the approval.');
  if (!isJson(command)) fail('It is not plain JSON. Pass only plain JSON values.');
  const long = reasonProblem(reason);
  if (long) fail(`Its ${long}.`);
  if (decision === 'respond' && response === undefined) fail('It has no response. Pass response.');
  if (decision !== 'respond' && response !== undefined)
    fail('"response" belongs to the decision "respond". Use "reason".');
  const tooLarge = response === undefined ? undefined : issueOfSize(response, limits);
  if (tooLarge) fail(`Its response ${tooLarge.message}.`);
  if (answer !== undefined && decision !== 'approve') fail('"answer" belongs to the decision "approve".');
  const tooLong = answer === undefined ? undefined : issueOfSize(answer, limits);
  if (tooLong) fail(`Its answer ${tooLong.message}.`);
  if (editedArguments === undefined) return;
  if (decision !== 'approve') fail('Only the decision "approve" may edit the arguments. Leave editedArguments out.');
  if (!isObject(editedArguments)) fail('Its editedArguments are not an object. Pass an object of arguments.');
};

const wordOf = (decision: unknown): string => {
  if (decision === undefined) return 'missing';
  return typeof decision === 'string' ? JSON.stringify(decision.slice(0, WORD_LENGTH)) : 'not a string';
};

// `toJson` finds values that JSON would omit, `hashOf` finds invalid numbers.
const isJson = (command: DecideApproval): boolean => {
  try {
    toJson(command);
    hashOf(command);
    return true;
  } catch {
    return false;
  }
};
