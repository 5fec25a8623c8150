import type { QueryClient } from '@tanstack/react-query';
import { ApprovalsProblem, type PrincipalBody } from 'toolgate/http/client';

/** What the last answer of the door, or its absence, says about all requests. */
export type Answer = 'reachable' | 'unreachable' | 'signed-out' | 'forbidden';

/** The key of the person, who is read first and most often. */
export const ME = ['me'] as const;

/** Watches what is read. Returns a function that ends it. */
export const watchAnswers = (
  queries: QueryClient,
  onAnswer: (answer: Answer) => void,
  onPerson: (person: PrincipalBody) => void,
): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isMe = query.queryKey[0] === ME[0];
    if (action.type === 'error') {
      const answer = answerOfError(action.error, isMe);
      if (answer) onAnswer(answer);
    }
    if (action.type !== 'success' || action.manual) return;
    if (isMe) onPerson(query.state.data as PrincipalBody);
    onAnswer('reachable');
  });

const answerOfError = (error: unknown, isMe: boolean): Answer | undefined => {
  if (!(error instanceof ApprovalsProblem)) return undefined;
  if (error.status === 0) return 'unreachable';
  if (error.status === 401) return 'signed-out';
  // Another request may be forbidden by itself.
  return error.status === 403 && isMe ? 'forbidden' : undefined;
};
