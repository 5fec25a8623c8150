import type { JsonObject, ToolCallPart, ToolResultPart } from 'toolgate/model';
import type { ToolCallResult } from './tool-callback.js';
import type { PreparedCall, Verdict } from './tool-gate.js';

/** What is asked of a person before a call is answered: whether it may run, or what its requester answers in its place. */
export type CallQuestion = Extract<Verdict, { type: 'ask' }> & { readonly answeredBy?: 'requester' };

/** One call of a batch after the gate has spoken and before anything ran: it can run, waits for a person, or is answered. */
export interface BatchCall {
  /** Its place in the batch, from 0. */
  readonly index: number;
  readonly call: ToolCallPart;
  /** Absent where the call could not be looked up or checked. */
  readonly prepared?: PreparedCall;
  /** What is asked of a person. */
  readonly question?: CallQuestion;
  /** Present where nothing of it will run. */
  readonly result?: ToolResultPart;
}

/** What is kept of a call whose turn was suspended, or taken over. */
export interface KeptCall {
  readonly index: number;
  /** What will run, in place of what the model wrote; it is checked again. */
  readonly input?: JsonObject;
  /** Whether a person approved it; without, a strategy let it run. */
  readonly approved: boolean;
  /** How its tool was defined, and what it was asked with, when that was decided. */
  readonly definitionHash?: string;
  readonly argsHash?: string;
  /** Present where it is answered. */
  readonly result?: ToolResultPart;
}

/** The outcome of a start: the call may run, or it has a result and must not. */
export type StartedCall =
  | {
      readonly type: 'started';
      /** The attempt number, from 1. */
      readonly attempt: number;
      /** Throws if another process may have taken the turn since: right before the body, nothing may begin then. */
      readonly assertHeld?: () => void;
    }
  | { readonly type: 'refused'; readonly result: ToolCallResult };

/** What is kept of an answered call, in place of what was found of it now. */
export interface KeptResult {
  readonly index: number;
  readonly result: ToolResultPart;
}

/** Keeps what becomes of each call of a batch, where another process may have to go on with its turn. */
export interface BatchCheckpoints {
  /** The calls of a batch that was decided before. */
  readonly kept?: readonly KeptCall[];
  /** The batch is decided, and nothing of it has run since it was. */
  begin(batch: readonly BatchCall[]): Promise<readonly KeptResult[]>;
  /** Before the body of a call. */
  start(call: PreparedCall): Promise<StartedCall>;
  /** After the body of a call, also if its turn was left meanwhile. Returns what is saved; undefined if nothing is. */
  finish(call: PreparedCall, result: ToolCallResult): Promise<ToolCallResult | undefined>;
  /** Behind a body whose error ends the turn, by the application's wish. */
  fail(call: PreparedCall): Promise<void>;
}
