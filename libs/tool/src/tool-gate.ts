import { type JsonObject, SEAM, type ToolCallPart } from 'toolgate/model';
import type { CallCounts } from './execution/turn-counts.js';
import type { ToolCallback } from './tool-callback.js';
import type { ToolContext } from './tool-context.js';
import type { KeptCall } from './batch-checkpoints.js';
import type { Turn } from './turn.js';

/** One call of a batch, resolved and checked, not yet begun. */
export interface PreparedCall {
  /** Its place in the batch, from 0. */
  readonly index: number;
  readonly call: ToolCallPart;
  readonly callback: ToolCallback;
  /** What is left of the arguments after checking; frozen. */
  readonly input: JsonObject;
  /** What the schema makes of the input; the body gets another one, made of the same input. */
  readonly value: unknown;
  readonly context: ToolContext;
  /** What was decided of it before its turn was suspended; a gate may only tighten that. */
  readonly kept?: KeptCall;
}

/** What the gate says of one call. */
export type Verdict =
  | { readonly type: 'run' }
  | { readonly type: 'reject'; readonly reason: string; readonly metadata?: JsonObject }
  | {
      readonly type: 'ask';
      readonly reason?: string;
      readonly metadata?: JsonObject;
      /** What an approval must look like, and who said so: for what keeps the turn. */
      readonly requirement?: object;
      readonly trace?: readonly object[];
    };

/** Decides a whole batch before the first of its calls runs: one verdict a call, in order. What it throws fails the turn. */
export abstract class ToolGate {
  static readonly [SEAM]: string = 'ToolGate';

  /** Who decides over a tool's calls, in a few words for people. */
  describe?(tool: ToolCallback): string;

  abstract decide(
    batch: readonly PreparedCall[],
    turn: Turn,
    /** How often tools were called in the turn, the calls of this batch among them. */
    counts?: CallCounts,
  ): readonly Verdict[] | Promise<readonly Verdict[]>;
}
