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
import type { KeptLimits } from './kept-limits.js';
import type { BatchCall, BatchCheckpoints, SuspendedRun, ToolContext } from 'toolgate/tool';
import type { ChatTurn, TurnEnd } from './chat-turn.js';
import type { ConversationKey } from './conversation-key.js';
import { DEFAULT_TENANT } from './chat.constants.js';
import type { KeptEntity } from './structured-output/kept-entity.js';

/** A prompt as it can be kept: plain JSON, its tools and advisors by their names. */
export interface KeptRequest {
  readonly client: string;
  readonly messages: readonly Message[];
  readonly options: ChatOptions;
  /** The parameters of the advisors. */
  readonly context: JsonObject;
  readonly toolContext: JsonObject;
  readonly conversation?: string;
  readonly tools: readonly string[];
  /** The chain, outermost first. */
  readonly advisors: readonly string[];
  /** The trace in which it was suspended, as W3C writes it; absent where nobody traced it. */
  readonly traceParent?: string;
  /** How long one attempt may take, in milliseconds. Absent if neither prompt nor client had a limit: the client's present one holds. */
  readonly timeoutMs?: number | 'unlimited';
  /** The limits of prompt and client. Absent if neither had any: the client's present ones hold. */
  readonly limits?: KeptLimits;
  /** The entity that the turn is asked for. Absent if there is none. */
  readonly entity?: KeptEntity;
}

/** Where a tool loop stands: it has an answer with tool calls, and none of their results. Plain JSON. */
export interface LoopState {
  /** The whole turn up to that answer. */
  readonly history: readonly Message[];
  /** Where the turn begins in it. */
  readonly start: number;
  readonly round: number;
  readonly response: ChatResponse;
  /** What the answer was asked with; its tools are what it may call. */
  readonly options: ChatOptions;
  readonly tools: readonly string[];
  /** All rounds together. */
  readonly usage: Usage;
  /** What earlier loops of the turn did; it counts towards the limits. */
  readonly spent?: SpentCounts;
  /** Each answer of the turn that called tools, and its results. */
  readonly exchanges: readonly Message[];
  /** What advisors inside the loop added to the context of the request, as far as JSON can carry it. Absent if nothing. */
  readonly context?: JsonObject;
}

/** Calls and rounds, as numbers. */
export interface SpentCounts {
  readonly perTool: Readonly<Record<string, number>>;
  readonly total: number;
  readonly rounds: number;
}

/** What is kept when a turn is suspended. */
export interface Suspension {
  readonly turn: ChatTurn;
  readonly request: KeptRequest;
  readonly loop: LoopState;
  readonly batch: readonly BatchCall[];
}

/** A run as its suspension left it: what it waits for, and every call of its batch. */
export interface SuspendedTurn extends SuspendedRun {
  readonly round: number;
  readonly batch: readonly SuspendedCall[];
}

/** A run that this process goes on with, until it ends or is suspended again. */
export interface ClaimedRun {
  readonly type: 'claimed';
  readonly id: string;
  /** The tenant that the turn began with. */
  readonly tenant: string;
  readonly request: KeptRequest;
  readonly loop: LoopState;
  /** What only lives in a process, made again. */
  readonly transient?: Readonly<Record<string, unknown>>;
  /** The answer of the turn, where the model has given it already. */
  readonly answer?: ChatResponse;
  /** How the run was ended, where it was: its chain is told of what was done, and no model is asked. */
  readonly closing?: string;
  /** Ends the turn in this process, where it may not go on. */
  readonly signal: AbortSignal;
  /** What keeps the next batch; the first one is what the run was suspended at. */
  batch(loop: LoopState): BatchCheckpoints;
  suspend(suspension: Suspension): Promise<SuspendedTurn>;
  /** The model has given the answer of the turn, behind these answers that called tools, and their results. */
  answered(response: ChatResponse, exchanges: readonly Message[]): Promise<void>;
  /** The chain has ended: does what is to be done then, unless another attempt will be made. */
  end(end: TurnEnd, endings: () => Promise<unknown>): Promise<void>;
}

/** What a run is when somebody wants to go on with it: claimed now, or what others have made of it. */
export type ResumedRun =
  | ClaimedRun
  | { readonly type: 'suspended'; readonly suspended: SuspendedTurn }
  | {
      readonly type: 'completed';
      readonly response: ChatResponse;
      /** The round of the answer. */
      readonly round: number;
      /** The results of the batch before the answer, in order. */
      readonly results: readonly ToolResultPart[];
    }
  | { readonly type: 'failed' | 'cancelled'; readonly reason: string; readonly transcript: readonly Message[] };

/** The socket for what keeps turns that wait for a person. */
export abstract class RunCheckpoints {
  static readonly [SEAM]: string = 'RunCheckpoints';

  /** Whether turns can be suspended at all. */
  abstract isReady(): boolean;
  /** Resolves the tenant of a new turn, once, before its memory is read. A rejection fails a turn of a conversation. */
  abstract tenantOf(context: ToolContext): string | Promise<string>;
  /** Before a turn of a conversation. Rejects where something in it waits for a decision. */
  abstract admit(conversation: ConversationKey): Promise<void>;
  /** Rejects while a run of a conversation waits for a decision or is resumed. Changes nothing. */
  abstract assertIdle(conversation: ConversationKey): Promise<void>;
  /** Keeps a turn, all or nothing. */
  abstract suspend(suspension: Suspension): Promise<SuspendedTurn>;
  /** Claims a run of a client; where somebody else has, waits for what becomes of it. Rejects for a run nobody knows. */
  abstract resume(run: string, client: string, signal?: AbortSignal): Promise<ResumedRun>;
}

/** In force where nothing plugs in: no turn is suspended. */
export class NoRunCheckpoints extends RunCheckpoints {
  isReady(): boolean {
    return false;
  }

  tenantOf(): string {
    return DEFAULT_TENANT;
  }

  async admit(): Promise<void> {}

  async assertIdle(): Promise<void> {}

  async suspend(): Promise<never> {
    throw new Error('Nothing here can suspend a turn.');
  }

  async resume(run: string): Promise<never> {
    throw new Error(`There is no run ${run}: nothing here can keep one. Provide an ApprovalStore.`);
  }
}
