import type { ToolChangeBody } from './approval-body.js';

/** An event of a run or of one of its approvals. */
export interface ApprovalEventBody {
  readonly runId: string;
  readonly approvalId?: string;
  readonly tenant: string;
  readonly at: string;
  /** The id of the person who caused it; absent if the time or a worker did. */
  readonly by?: string;
  /** The new status of the approval, or another event: `VOTED`, `EDITED`, `ASKED_AGAIN`, `QUESTION_ANSWERED`, `NOTED`, `SUSPENDED`, `RESUMED` … */
  readonly type: string;
  /** What the type of the event adds. Errors of tools and models are not shown. */
  readonly data?: {
    /** Why a person decided or canceled. */
    readonly reason?: string;
    /** The earlier voter who may not decide any more. */
    readonly voter?: string;
    /** The revision for which approval is requested again. */
    readonly revision?: number;
    /** What differs in the tool that has changed. */
    readonly changed?: ToolChangeBody['changed'];
    /** The hash of the edited arguments. */
    readonly argsHash?: string;
    /** The hash of the requester's answer. */
    readonly answerHash?: string;
    readonly round?: number;
    /** The number of calls of the batch. */
    readonly calls?: number;
    /** The index of the call in its batch, from 0. */
    readonly index?: number;
    readonly attempt?: number;
    /** The type of the outcome of the call. */
    readonly outcome?: string;
  };
}

/** The events of a run or of an approval, in order. */
export interface ApprovalEventsBody {
  readonly items: readonly ApprovalEventBody[];
}
