import { ChatModelException } from 'toolgate/model';

const HOPELESS: ReadonlySet<string> = new Set(['context-too-long', 'content-filter', 'invalid-request']);

/** Whether another attempt would fail alike: the model will never take the prompt. */
export const isLastAttempt = (error: unknown): boolean => {
  const seen = new Set<unknown>();
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    if (at instanceof ChatModelException && HOPELESS.has(at.kind)) return true;
    seen.add(at);
  }
  return false;
};
