import type { MaybePromise } from '#core';
import {
  type ChatOptions,
  type ChatResponse,
  type JsonObject,
  type Message,
  SEAM,
  type SuspendedCall,
  type ToolResultPart,
  type Usage,
} from 'toolgate/model';
import type { BatchCall, BatchJournal, InnerRun, SuspendedRun, ToolCallback, ToolContext } from 'toolgate/tool';
import type { ConversationKey } from './conversation-key.js';
import type { SavedRequest } from './saved-request.js';
import type { TurnEnd } from './turn-ending.js';
import type { TurnOperator } from './turn-operator.js';

/** The checkpoint of a tool loop, after an answer with tool calls and before their results. Plain JSON. */
export interface LoopState extends SavedOptions {
  /** The whole turn up to that answer. */
  readonly history: readonly Message[];
  /** The index in the history at which the turn begins. */
  readonly start: number;
  readonly round: number;
  readonly response: ChatResponse;
  /** The options of the round; the answer may call the tools of this round. */
  readonly options: ChatOptions;
  /** The usage of all rounds. */
  readonly usage: Usage;
  /** The calls and rounds of earlier loops of the turn; they count towards the limits. */
  readonly spent?: SpentCounts;
  /** Each answer of the turn that called tools, and its results. */
  readonly exchanges: readonly Message[];
  /**
   * The additions of advisors inside the loop to the context of the request, as far as JSON can carry them. Absent if
   * there are none.
   */
  readonly context?: JsonObject;
  /** The options that the hooks of the loop have changed for the next round. Absent if there are none. */
  readonly next?: ChangedOptions;
}

/** Options of the model as plain JSON, with the tools by their names. */
export interface SavedOptions {
  readonly options: ChatOptions;
  readonly tools: readonly string[];
}

/** Options of the model that were changed, as plain JSON, and the names of the tools if those were changed. */
export type ChangedOptions = Pick<SavedOptions, 'options'> & Partial<SavedOptions>;

/** Counts of calls and rounds. */
export interface SpentCounts {
  readonly perTool: Readonly<Record<string, number>>;
  readonly total: number;
  readonly rounds: number;
}

/** The parts of a turn that are saved when it is suspended. */
export interface Suspension {
  readonly turn: { readonly context: ToolContext };
  readonly request: SavedRequest;
  readonly loop: LoopState;
  readonly batch: readonly BatchCall[];
  /** The tools that the model was sent, which a resumed turn must find again by their names. */
  readonly offered: readonly ToolCallback[];
}

/** A run after its suspension: its pending approvals, and every call of its batch. */
export interface SuspendedTurn extends SuspendedRun {
  readonly round: number;
  readonly batch: readonly SuspendedCall[];
  /** The results of the batch so far, in order; absent if no call has run. */
  readonly results?: readonly ToolResultPart[];
}

/** A run that this process has leased, until the run ends or is suspended again. */
export interface ClaimedRun {
  readonly type: 'claimed';
  readonly id: string;
  /** The tenant that the turn began with. */
  readonly tenant: string;
  /** The id of the requester. */
  readonly requester: string;
  /** The number of turns around the turn; 0 if it was not started inside a call. */
  readonly depth: number;
  /** Counts the attempts to resume the run, from 1. */
  readonly attempt: number;
  readonly request: SavedRequest;
  readonly loop: LoopState;
  /** The transient data of the run, created again. */
  readonly transient?: Readonly<Record<string, unknown>>;
  /** The answer of the turn, if the model has returned it already. */
  readonly answer?: ChatResponse;
  /** The reason if the run was ended. Its chain then receives the results, and no model is called. */
  readonly closing?: string;
  /** Aborts the turn in this process when it may not continue here. */
  readonly signal: AbortSignal;
  /** Returns the journal of the next batch; the first batch is the one that the run was suspended at. */
  batch(loop: LoopState): BatchJournal;
  suspend(suspension: Suspension): Promise<SuspendedTurn>;
  /** Saves the answer of the turn, after the answers that called tools and their results. */
  saveAnswer(response: ChatResponse, exchanges: readonly Message[]): Promise<void>;
  /** Ends the run after its chain: runs the endings, unless another attempt follows. */
  end(end: TurnEnd, endings: () => Promise<unknown>): Promise<void>;
}

/** A run that another process resumes, or another reader in this one. */
export interface BusyRun {
  readonly type: 'busy';
  /** The number of the attempt. */
  readonly attempt: number;
  /** Waits until the run may have changed. Rejects with the reason of an abort. */
  changed(signal: AbortSignal): Promise<void>;
  /** Reads the state of the run again, and leases it if it is free. */
  retry(): Promise<ResumedRun>;
}

/** The person on whose behalf a turn runs. */
export interface TurnRequester {
  readonly id: string;
  readonly tenant: string;
}

/** A run that ended with an answer. */
export interface CompletedRun {
  readonly type: 'completed';
  readonly response: ChatResponse;
  /** The round of the answer. */
  readonly round: number;
  /** The results of the batch before the answer, in order. */
  readonly results: readonly ToolResultPart[];
}

/** The state of a run that a reader wants to resume: leased by this process or another one, suspended or ended. */
export type ResumedRun = BusyRun | FreeRun;

/** A run that this process leases, or that waits or has ended. */
export type FreeRun =
  | ClaimedRun
  | { readonly type: 'suspended'; readonly suspended: SuspendedTurn }
  | CompletedRun
  | { readonly type: 'failed' | 'cancelled'; readonly reason: string; readonly transcript: readonly Message[] };

/** The seam that saves and resumes turns that wait for approval. */
export abstract class TurnPersistence {
  static readonly [SEAM]: string = 'TurnPersistence';

  /** Returns whether turns can be suspended. */
  abstract isReady(): boolean;
  /** Returns why no turn may start in this process; undefined if turns may start. Turns inside a turn always may. */
  refusal?(): Error | undefined;
  /**
   * Identifies the requester of a new turn, once, before its memory is read; undefined if the application identifies
   * none. A rejection fails a turn of a conversation.
   */
  abstract requesterOf(context: ToolContext): MaybePromise<TurnRequester | undefined>;
  /**
   * Runs before a new turn of a conversation. If a run of the conversation is not finished, it rejects or cancels that
   * run, as `approval.onMessage` states.
   */
  abstract admit(conversation: ConversationKey): Promise<void>;
  /** Rejects while a run of a conversation is not finished. Changes nothing. */
  abstract assertIdle(conversation: ConversationKey): Promise<void>;
  /** Saves a turn completely or not at all. */
  abstract suspend(suspension: Suspension): Promise<SuspendedTurn>;
  /**
   * Prepares the run of a turn inside a call, whose context is `context.outer`. Nothing is written: the turn of the call
   * is saved together with it.
   */
  abstract suspendInside(suspension: Suspension): Promise<InnerRun>;
  /** Leases a run of a client, or returns its state. Rejects if the run is unknown. */
  abstract resume(run: string, client: string): Promise<ResumedRun>;
  /** Whether a turn was saved, even if its run has ended since. */
  abstract isSaved(run: string): Promise<boolean>;
  /** Whether a saved turn of a client has completed, has failed or was canceled. */
  abstract hasEnded(run: string, client: string): Promise<boolean>;
  /**
   * Cancels a saved turn unless it has ended. Returns `false` if the person sees no run of this id, and rejects if the
   * person may not cancel it.
   */
  abstract cancel(run: string, by: TurnOperator): Promise<boolean>;
}

/** The fallback if no store is configured: turns cannot be suspended. */
export class NoTurnPersistence extends TurnPersistence {
  isReady(): boolean {
    return false;
  }

  requesterOf(): undefined {}

  async admit(): Promise<void> {}

  async assertIdle(): Promise<void> {}

  async suspend(): Promise<never> {
    throw new Error('The turn cannot be suspended: no ApprovalStore is configured. Provide an ApprovalStore.');
  }

  async suspendInside(): Promise<never> {
    return this.suspend();
  }

  async resume(run: string): Promise<never> {
    throw new Error(`Unknown run ${run}: no ApprovalStore is configured. Provide an ApprovalStore.`);
  }

  async isSaved(): Promise<boolean> {
    return false;
  }

  async hasEnded(): Promise<boolean> {
    return false;
  }

  async cancel(): Promise<boolean> {
    return false;
  }
}
