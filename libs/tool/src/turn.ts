import type { StreamPart } from 'toolgate/model';
import type { ToolCallLimits } from './execution/tool-call-limits.js';
import type { TurnAbort } from './execution/turn-abort.js';
import type { CallCounts } from './execution/turn-counts.js';
import type { BatchCheckpoints } from './batch-checkpoints.js';
import type { ToolContext } from './tool-context.js';

/** What a batch of calls knows of the turn it belongs to. */
export interface Turn {
  readonly context: ToolContext;
  /** Ends the batch at once. Absent where nobody can. */
  readonly abort?: TurnAbort;
  /** The model's answers before this one within the turn. */
  readonly round: number;
  /** Where the turn begins in the prompt's messages. @default behind the last user message */
  readonly start?: number;
  /** What the turn has done beside what the prompt's messages tell; it counts towards the limits. */
  readonly spent?: CallCounts;
  /** What a client or a prompt says of limits, laid over the application's. */
  readonly limits?: ToolCallLimits;
  /** Keeps what becomes of each call. Absent in a turn that never waited for a person. */
  readonly checkpoints?: BatchCheckpoints;
  /** Hands an event to whoever reads the turn's stream. */
  emit(part: StreamPart): void;
}
