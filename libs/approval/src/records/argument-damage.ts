import { isFinal, type StoredApproval } from './stored-approval.js';
import { isAltered } from './is-altered.js';

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
  // The content of an open approval is never removed, so `contentRemovedAt` must not hide an alteration there.
  if (contentRemovedAt !== undefined && isFinal(status)) return undefined;
  if (isAltered(input, argsHash)) return ALTERED;
  const isAnswered = answer !== undefined || answerHash !== undefined;
  return isAnswered && isAltered(answer, answerHash) ? ANSWER_ALTERED : undefined;
};
