import { defined, isObject, ownValue } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { refuseDecision, refuseRequest, RequestException } from '../../problem/request.exception.js';
import { readApprovalRef, type ShownApproval } from '../shared/approval-ref.js';

/** A decision on an approval that the client was shown. */
export interface ShownDecision extends ShownApproval {
  /** The text that named the approval to the client. */
  readonly ref: string;
  readonly approved: boolean;
  readonly reason?: string;
  readonly editedArguments?: JsonObject;
  /** The answer to the question of a tool. */
  readonly answer?: JsonValue;
}

/** What a client sends beside its decisions, by the id of the approval. */
interface Additions<T = JsonValue | undefined> {
  readonly editedArguments: T;
  readonly answers: T;
}

/**
 * Reads the decisions of the person in the answer that a client posts again. The arguments of the calls in it are
 * ignored. Throws `RequestException` if one names no revision, or if two of them differ.
 */
export const readDecisions = ({ parts }: JsonObject, sent: Additions): readonly ShownDecision[] => {
  if (!Array.isArray(parts)) return refuseRequest('The last message has no list of parts.');
  const additions = {
    editedArguments: byApproval('editedArguments', sent.editedArguments),
    answers: byApproval('answers', sent.answers),
  };
  const decisions = new Map<string, ShownDecision>();
  for (const part of parts) {
    if (!isObject(part) || part['state'] !== 'approval-responded') continue;
    const decision = readDecision(part['approval'], additions);
    const known = decisions.get(decision.approvalId);
    if (known && !isSame(known, decision)) {
      return refuseDecision(`Two decisions on the approval ${decision.approvalId} differ. Send one.`);
    }
    decisions.set(decision.approvalId, decision);
  }
  const refs = new Set([...decisions.values()].map(({ ref }) => ref));
  for (const [name, added] of Object.entries(additions)) assertKnown(name, added, refs);
  return [...decisions.values()];
};

const NOTHING: JsonObject = {};

const byApproval = (name: string, sent: JsonValue | undefined): JsonObject => {
  if (sent === undefined) return NOTHING;
  return isObject(sent) ? sent : refuseDecision(`"${name}" is not an object.`);
};

const readDecision = (
  approval: JsonValue | undefined,
  { editedArguments: edited, answers }: Additions<JsonObject>,
): ShownDecision => {
  const { id: ref, approved, reason } = isObject(approval) ? approval : {};
  const shown = typeof ref === 'string' ? readApprovalRef(ref) : undefined;
  if (typeof ref !== 'string' || !shown) {
    throw new RequestException(
      'precondition-missing',
      'A decision does not name the revision and the hash that were shown. Send the id of the approval unchanged.',
    );
  }
  if (typeof approved !== 'boolean') return refuseDecision('A decision states neither true nor false in "approved".');
  if (reason !== undefined && typeof reason !== 'string')
    return refuseDecision('The reason of a decision is not a string.');
  const editedArguments = ownValue(edited, ref);
  const answer = ownValue(answers, ref) as JsonValue | undefined;
  if (editedArguments !== undefined && !isObject(editedArguments))
    return refuseDecision('The edited arguments of a decision are not an object.');
  if (!approved && editedArguments) return refuseDecision('A rejection has no edited arguments. Leave them out.');
  if (!approved && answer !== undefined) return refuseDecision('A rejection has no answer. Leave it out.');
  return { ...shown, ref, approved, ...defined({ reason, editedArguments, answer }) };
};

const assertKnown = (name: string, added: JsonObject, refs: ReadonlySet<string>): void => {
  const unknown = Object.keys(added).some((id) => !refs.has(id));
  if (unknown) refuseDecision(`"${name}" names an approval without a decision. Send the id of the approval.`);
};

const isSame = (a: ShownDecision, b: ShownDecision): boolean =>
  a.ref === b.ref && a.approved === b.approved && a.reason === b.reason;
