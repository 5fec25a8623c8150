import { ApprovalsProblem } from './approvals-problem.js';

/** Aborts a connection from which nothing arrives for some time. */
export interface SilenceWatch {
  /** Aborts after a silence, when the outer signal aborts, and at the end of the watch. */
  readonly signal: AbortSignal;
  /** Starts the time again, because data has arrived. */
  restart(): void;
  end(): void;
}

/** Starts to watch a connection; the time begins at once. */
export const watchSilence = (ms: number, outer?: AbortSignal): SilenceWatch => {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort(outer?.reason);
  const expire = (): void => controller.abort(silent(ms));
  let timer = setTimeout(expire, ms);
  if (outer?.aborted) stop();
  else outer?.addEventListener('abort', stop);
  return {
    signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    },
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
      controller.abort();
    },
  };
};

const silent = (ms: number): ApprovalsProblem =>
  new ApprovalsProblem({
    status: 0,
    problem: 'network',
    detail: `GET /changes failed: nothing arrived for ${ms} ms. Check that no proxy buffers the answer.`,
  });
