import type { TurnAbort } from '#core';
import type { StreamPart } from 'toolgate/model';
import type { BatchJournal } from './batch-journal.js';
import type { ToolCallLimits } from './tool-call-limits.js';
import type { ToolContext } from './tool-context.js';
import type { CallCounts } from './turn-counts.js';

/** The turn that a batch of calls belongs to. */
export interface Turn {
  readonly context: ToolContext;
  /** Ends the batch at once. Absent if the turn cannot be aborted. */
  readonly abort?: TurnAbort;
  /** The number of the model's earlier answers in the turn. */
  readonly round: number;
  /** The index in the prompt's messages at which the turn begins. @default after the last user message */
  readonly start?: number;
  /** Calls of the turn that the prompt's messages do not contain; they count towards the limits. */
  readonly spent?: CallCounts;
  /** The limits of the client or the prompt, which override the application's. */
  readonly limits?: ToolCallLimits;
  /** The part that saves the turn if it has to wait. Absent if the turn cannot wait: then no turn inside its calls can. */
  readonly persistence?: object;
  /** Saves the state of each call. Absent in a turn that was never suspended. */
  readonly journal?: BatchJournal;
  /** Sends an event to the readers of the turn's stream. */
  emit(part: StreamPart): void;
}
