import type { RunTimes } from '../transitions/pass-time.js';

/** How long things may take, in milliseconds. */
export interface ApprovalTimes extends RunTimes {
  /** From the question to the answer, where a requirement says nothing of it. @default 24 hours */
  readonly expiresInMs: number;
  /** @default 24 hours */
  readonly approvalLapsesInMs: number;
  /** For how long a run is tried again, from the answer to its last question on. @default 24 hours */
  readonly deadlineMs: number;
  /** How long a process that is gone keeps a run from others. @default 30,000 */
  readonly leaseMs: number;
}

const DAY = 86_400_000;

/** The usual times. */
export const TIMES: ApprovalTimes = { expiresInMs: DAY, approvalLapsesInMs: DAY, deadlineMs: DAY, leaseMs: 30_000 };

const FIRST_MS = 1000;
const MOST_MS = 300_000;

/** How long to wait behind so many failed attempts: twice as long each time, up to five minutes. */
export const backOffMs = (failures: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures, 20));
