import { RunEndedException } from 'toolgate/chat';
import { ChatModelException } from 'toolgate/model';

const HOPELESS: ReadonlySet<string> = new Set(['context-too-long', 'content-filter', 'invalid-request']);

/** Whether another attempt would fail in the same way: the model will never accept the prompt. */
export const isLastAttempt = (error: unknown): boolean =>
  isCausedBy(error, (cause) => cause instanceof ChatModelException && HOPELESS.has(cause.kind));

/** Whether the chain of a run stopped because the run has ended, even if an advisor wrapped that error. */
export const isEnd = (error: unknown): boolean => isCausedBy(error, (cause) => cause instanceof RunEndedException);

const isCausedBy = (error: unknown, isMeant: (cause: Error) => boolean): boolean => {
  const seen = new Set<unknown>();
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    if (isMeant(at)) return true;
    seen.add(at);
  }
  return false;
};
