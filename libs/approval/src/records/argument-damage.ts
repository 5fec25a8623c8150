import { type StoredApproval, mayStart } from './stored-approval.js';
import type { JsonValue } from 'toolgate/model';
import { hashOf } from './canonical-json.js';

const ALTERED =
  'Its stored arguments do not match its argsHash: the record was altered in the database. Cancel the approval.';

const ANSWER_ALTERED =
  'Its stored answer does not match its answerHash: the record was altered in the database. Cancel the approval.';

/** Returns why a stored approval cannot be trusted, for people; undefined if its arguments and its answer match their hashes. */
export const argumentDamage = ({
  arguments: input,
  argsHash,
  answer,
  answerHash,
  contentRemovedAt,
  status,
}: StoredApproval): string | undefined => {
  // The content of a call that may start is never removed, so `contentRemovedAt` must not hide an alteration there.
  if (contentRemovedAt !== undefined && !mayStart(status)) return undefined;
  if (isAltered(input, argsHash)) return ALTERED;
  const isAnswered = answer !== undefined || answerHash !== undefined;
  return isAnswered && isAltered(answer, answerHash) ? ANSWER_ALTERED : undefined;
};

/** Whether stored JSON does not match its hash: the record was altered in the database. */
export const isAltered = (value: JsonValue | undefined, hash: string | undefined): boolean => {
  try {
    return hashOf(value) !== hash;
  } catch {
    // A value that is nested too deeply to be hashed never had a hash.
    return true;
  }
};

/** Returns a stored approval for display: with `damaged` if its arguments or its answer do not match their hash. */
export const markDamage = (approval: StoredApproval): StoredApproval => {
  const damaged = argumentDamage(approval);
  return damaged === undefined ? approval : { ...approval, damaged };
};
