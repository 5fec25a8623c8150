import type { Message } from 'toolgate/model';
import type { CrashPlan } from './crash-points.fixture.js';

/** The job of a process. */
export interface StoryJob extends CrashPlan {
  readonly id: number;
  /** The SQLite file; the journals of effects and prompts are beside it. */
  readonly file: string;
  /** The PostgreSQL database that is used instead of the file. */
  readonly postgres?: string;
  /** What resumes the run: the worker of the application, or a reader of a stream. */
  readonly by?: 'worker' | 'reader';
  /** How far the clock of the process is ahead, in milliseconds: leases of dead processes have expired by then. */
  readonly aheadMs?: number;
  /** Which story: one turn, calls outside of a turn, calls that other systems run, or a turn with agents inside its calls. @default 'turn' */
  readonly story?: 'turn' | 'calls' | 'external' | 'agents';
  /** Whether a tool has another definition in the process. */
  readonly isChanged?: boolean;
  readonly leaseMs?: number;
  readonly shutdownMs?: number;
}

/** What a process found when nothing was left to do. */
export interface StoryReport {
  readonly id: number;
  readonly points: readonly string[];
  readonly runs: readonly { readonly id: string; readonly status: string; readonly isOpen: boolean }[];
  /** The ids of the calls that were reported as unknown. */
  readonly unknown: readonly string[];
  readonly approvals: readonly { readonly tool: string; readonly status: string }[];
  /** How often approval was requested again because the tool had changed. */
  readonly askedAgain: number;
  /** The outcome of each request of a call outside of a turn: its status and its run. */
  readonly outcomes?: Readonly<Record<string, { readonly status: string; readonly runId?: string }>>;
  /** What is known of a turn with agents and the turns inside it. */
  readonly agents?: AgentsReport;
  /** All messages between the application and the model. */
  readonly transcript: readonly Message[];
  /** The messages in the memory. */
  readonly conversation: readonly Message[];
}

/** What a process found in a turn with agents inside its calls. */
export interface AgentsReport {
  /** The text of the answer. */
  readonly answer: string;
  /** The tools of the calls whose outcome was unknown at some time, as the records state. */
  readonly lost: readonly string[];
  /** What is wrong between the runs. */
  readonly wrong: readonly string[];
}

/** What the body of a tool writes to its journal: one line before its effect, and one for its effect. */
export interface LedgerLine {
  readonly step: 'start' | 'effect';
  readonly key: string;
  readonly call: string;
  readonly attempt: number;
  readonly user: string;
}

/** The journal of the bodies of a job. */
export const ledgerOf = (file: string): string => `${file}.ledger`;

/** The journal of the model of a job. */
export const promptsOf = (file: string): string => `${file}.prompts`;

/** The journal of the calls that were reported as unknown. */
export const unknownOf = (file: string): string => `${file}.unknown`;
