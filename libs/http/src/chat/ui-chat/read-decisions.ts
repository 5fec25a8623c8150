import { isObject, ownValue } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { RequestException } from '../../problem/request.exception.js';
import { readApprovalRef } from '../shared/approval-ref.js';
import { refusePost } from './refuse-post.js';
import type { ShownDecision } from './ui-post.js';

/**
 * Reads the decisions in an answer that a client posts again: of the calls that the person has just decided, never their
 * arguments. Throws `RequestException` if there is none, if one names no revision, or if two of them differ.
 */
export const readDecisions = ({ parts }: JsonObject, edited: JsonValue | undefined): readonly ShownDecision[] => {
  if (!Array.isArray(parts)) return refusePost('The last message has no list of parts.');
  if (edited !== undefined && !isObject(edited)) return refuseDecision('"editedArguments" is not an object.');
  const decisions = new Map<string, ShownDecision>();
  for (const part of parts) {
    if (!isObject(part) || part['state'] !== 'approval-responded') continue;
    const decision = readDecision(part['approval'], edited);
    const known = decisions.get(decision.approvalId);
    if (known && !isSame(known, decision)) {
      return refuseDecision(`Two decisions on the approval ${decision.approvalId} differ. Send one.`);
    }
    decisions.set(decision.approvalId, decision);
  }
  if (edited) assertKnown(edited, [...decisions.values()]);
  return decisions.size > 0
    ? [...decisions.values()]
    : refusePost('The last message is of the assistant and contains no decision. Send a message of the user.');
};

const readDecision = (approval: JsonValue | undefined, edited: JsonObject | undefined): ShownDecision => {
  const { id: ref, approved, reason } = isObject(approval) ? approval : {};
  const shown = typeof ref === 'string' ? readApprovalRef(ref) : undefined;
  if (typeof ref !== 'string' || !shown) {
    throw new RequestException(
      'precondition-missing',
      'A decision does not name the revision and the hash that were shown. Send the id of the approval unchanged.',
    );
  }
  if (typeof approved !== 'boolean') return refuseDecision('A decision states neither true nor false in "approved".');
  if (reason !== undefined && typeof reason !== 'string') return refuseDecision('The reason of a decision is no text.');
  const editedArguments = edited && ownValue(edited, ref);
  if (editedArguments === undefined) return { ...shown, ref, approved, ...(reason !== undefined && { reason }) };
  if (!isObject(editedArguments)) return refuseDecision('The edited arguments of a decision are not an object.');
  if (!approved) return refuseDecision('A rejection has no edited arguments. Leave them out.');
  return { ...shown, ref, approved, ...(reason !== undefined && { reason }), editedArguments };
};

const assertKnown = (edited: JsonObject, decisions: readonly ShownDecision[]): void => {
  const unknown = Object.keys(edited).some((name) => !decisions.some(({ ref }) => ref === name));
  if (unknown) refuseDecision('"editedArguments" names an approval without a decision. Send the id of the approval.');
};

const isSame = (a: ShownDecision, b: ShownDecision): boolean =>
  a.ref === b.ref && a.approved === b.approved && a.reason === b.reason;

const refuseDecision = (detail: string): never => {
  throw new RequestException('bad-decision', detail);
};
