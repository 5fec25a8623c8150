import type { Message } from 'toolgate/model';
import type { CrashPlan } from './crash-points.fixture.js';

/** What a process is asked to do. */
export interface StoryJob extends CrashPlan {
  readonly id: number;
  /** The SQLite file; journals of effects and prompts stand beside it. */
  readonly file: string;
  /** Where it is kept in PostgreSQL instead of the file. */
  readonly postgres?: string;
  /** Who goes on with the run: the worker of the application, or somebody who reads a stream. */
  readonly by?: 'worker' | 'reader';
  /** By how much the clock of the process is ahead, in milliseconds: leases of processes that are gone are over then. */
  readonly aheadMs?: number;
  readonly leaseMs?: number;
  readonly shutdownMs?: number;
}

/** What a process found when nothing was left to be done. */
export interface StoryReport {
  readonly id: number;
  readonly points: readonly string[];
  readonly runs: readonly { readonly id: string; readonly status: string; readonly isOpen: boolean }[];
  /** The calls, by id, that were reported as unknown. */
  readonly unknown: readonly string[];
  readonly approvals: readonly { readonly tool: string; readonly status: string }[];
  /** All that was said between the application and the model. */
  readonly transcript: readonly Message[];
  /** What is remembered of it. */
  readonly conversation: readonly Message[];
}

/** What a tool's body wrote down: before its effect, and its effect. */
export interface LedgerLine {
  readonly step: 'start' | 'effect';
  readonly key: string;
  readonly call: string;
  readonly attempt: number;
  readonly user: string;
}

/** Where a job's bodies write down what they do. */
export const ledgerOf = (file: string): string => `${file}.ledger`;

/** Where a job's model writes down what it was asked. */
export const promptsOf = (file: string): string => `${file}.prompts`;

/** Where whoever settles calls writes down which ones were reported as unknown. */
export const unknownOf = (file: string): string => `${file}.unknown`;
