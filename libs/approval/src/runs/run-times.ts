import type { RunTimes } from '../transitions/pass-time.js';

/** The time limits of approvals and runs, in milliseconds. */
export interface ApprovalTimes extends RunTimes {
  /** How long an approval waits if its requirement sets no `expiresInMs`. @default 24 hours */
  readonly expiresInMs: number;
  /** @default 24 hours */
  readonly approvalLapsesInMs: number;
  /** How long a failing run is retried after the last approval of its batch is decided. @default 24 hours */
  readonly deadlineMs: number;
  /** What happens to a run at its deadline: it fails, or it waits for a person. @default 'fail' */
  readonly onDeadline?: 'fail' | 'park';
  /** What happens to a call whose tool has changed since a person was asked. @default 'ask' */
  readonly onToolChange?: 'ask' | 'revoke';
  /** How long a process with another definition of a tool leaves a settled run to others. @default 10 minutes */
  readonly toolChangeGraceMs?: number;
  /** How long a stopped process prevents others from resuming its run. @default 30,000 */
  readonly leaseMs: number;
}

const FIRST_MS = 1000;
const MOST_MS = 300_000;

/** Returns the delay after a number of failed attempts. It doubles each time, up to five minutes. */
export const backOffMs = (failures: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures, 20));
