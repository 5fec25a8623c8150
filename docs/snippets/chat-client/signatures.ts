import type { ChatResponse, TurnOutcome as RealOutcome } from 'toolgate';
import type { PendingApproval, WaitingInside } from 'toolgate/tool';
import type { Agrees, Flat, Same } from '../same.js';

// #region outcome
type TurnOutcome =
  | {
      readonly status: 'completed';
      readonly content: string;
      readonly chatResponse: ChatResponse; // message, finishReason, usage
      readonly context: Readonly<Record<string, unknown>>; // what the advisors left
    }
  | {
      readonly status: 'suspended';
      readonly runId: string; // for chat.resume(runId)
      readonly approvals: readonly PendingApproval[]; // what a person has to decide
      /** Started calls whose outcome is unknown: see approvals.runs.reconcile(). */
      readonly unknown?: readonly { readonly index: number; readonly toolCallId: string; readonly toolName: string }[];
      readonly inside?: readonly WaitingInside[]; // calls that wait for the turns of agents inside them
      readonly content?: undefined;
      readonly chatResponse?: undefined;
      readonly context?: undefined;
    };
// #endregion

export type Checked = [Agrees<Same<TurnOutcome, Flat<RealOutcome>>>];
