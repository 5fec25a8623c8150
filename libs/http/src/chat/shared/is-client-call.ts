import type { RequesterQuestion } from 'toolgate/model';

/** Returns whether a call waits for the answer of a client tool. */
export const isClientCall = ({
  answeredBy,
  question,
}: {
  readonly answeredBy?: 'requester';
  readonly question?: Pick<RequesterQuestion, 'message'>;
}): boolean => answeredBy === 'requester' && !question;
