import { SEAM } from 'toolgate/model';
import type { PreparedCall } from './prepared-call.js';
import type { ToolCallback } from './tool-callback.js';
import type { CallCounts } from './turn-counts.js';
import type { Turn } from './turn.js';
import type { Verdict } from './verdict.js';

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
