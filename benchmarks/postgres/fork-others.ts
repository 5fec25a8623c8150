import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Report } from './other-process.js';
import type { Waking } from './start-instance.js';

const OTHER = fileURLToPath(new URL('other-process.js', import.meta.url));

/** Another process with a worker. */
export interface Other {
  readonly child: ChildProcess;
  /** Waits for its next report of a kind. */
  next(what: Report['what']): Promise<Report>;
  stop(): Promise<void>;
}

/** Starts processes with workers, and waits until they are ready. */
export const forkOthers = (
  count: number,
  connectionString: string,
  { waking, answerMs = 0 }: { readonly waking: Waking; readonly answerMs?: number },
): Promise<readonly Other[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(OTHER, [connectionString, waking, String(answerMs)]);
      const next = async (what: Report['what']): Promise<Report> => {
        for (;;) {
          const [report] = (await once(child, 'message')) as [Report];
          if (report.what === what) return report;
        }
      };
      const stop = async (): Promise<void> => {
        child.disconnect();
        await once(child, 'exit');
      };
      await next('ready');
      return { child, next, stop };
    }),
  );
