import type { ApprovalBody } from 'toolgate/http/client';
import type { Texts } from '../texts/en.js';

/** What happened to an approval that does not wait any more, in words. */
export const closedWords = (
  { status, decidedBy }: Pick<ApprovalBody, 'status' | 'decidedBy'>,
  { closed }: Texts['decide'],
): string => closed[status](decidedBy ?? '');
