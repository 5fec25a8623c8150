import { type JsonObject, SEAM, type ToolCallPart } from 'toolgate/model';
import type { SavedCall } from './batch-journal.js';
import type { ToolCallback } from './tool-callback.js';
import type { ToolContext } from './tool-context.js';
import type { CallCounts } from './turn-counts.js';
import type { Turn } from './turn.js';

/** One call of a batch, resolved and validated but not started. */
export interface PreparedCall {
  /** The position in the batch, from 0. */
  readonly index: number;
  readonly call: ToolCallPart;
  readonly callback: ToolCallback;
  /** The validated arguments; frozen. */
  readonly input: JsonObject;
  /** The input converted by the schema. The body receives its own value, converted from the same input. */
  readonly value: unknown;
  readonly context: ToolContext;
  /** The decision saved before the turn was suspended. A gate may only make it stricter. */
  readonly saved?: SavedCall;
}

/** The gate's verdict on one call. */
export type Verdict =
  /** `permitsGuarded`: the gate has decided the call as its guard requires. Without it the body of a guarded method does not begin. */
  | { readonly type: 'run'; readonly permitsGuarded?: boolean }
  | { readonly type: 'reject'; readonly reason: string; readonly metadata?: JsonObject }
  | {
      readonly type: 'ask';
      readonly reason?: string;
      readonly metadata?: JsonObject;
      /** The requirement of the approval, for the store of suspended turns. */
      readonly requirement?: object;
      /** The strategies that led to the verdict. */
      readonly trace?: readonly object[];
    };

/** Decides a whole batch before its first call runs: returns one verdict per call, in order. An exception fails the turn. */
export abstract class ToolGate {
  static readonly [SEAM]: string = 'ToolGate';

  /** Describes in a few words how calls of a tool are decided, for reports. */
  describe?(tool: ToolCallback): string;

  abstract decide(
    batch: readonly PreparedCall[],
    turn: Turn,
    /** The numbers of tool calls in the turn, including this batch. */
    counts?: CallCounts,
  ): readonly Verdict[] | Promise<readonly Verdict[]>;
}
