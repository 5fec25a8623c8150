import { type ChatResponse, textOf } from 'toolgate/model';
import { type SuspendedRun, ToolApprovalPendingException } from 'toolgate/tool';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** The outcome of a turn: completed with an answer, or suspended because a call waits. */
export type TurnOutcome =
  | {
      readonly status: 'completed';
      /** The text of the answer. */
      readonly content: string;
      readonly chatResponse: ChatResponse;
      /** The context of the advisors at the end of the turn. */
      readonly context: Readonly<Record<string, unknown>>;
    }
  /** The turn waits for approval: the run to resume, and its pending approvals. */
  | ({
      readonly status: 'suspended';
      readonly content?: undefined;
      readonly chatResponse?: undefined;
      readonly context?: undefined;
    } & SuspendedRun);

/** Returns the outcome of a turn that completed or was suspended. Rejects if the turn failed. */
export const turnOutcome = async (ending: Promise<ChatClientResponse>): Promise<TurnOutcome> => {
  try {
    const { chatResponse, context } = await ending;
    return { status: 'completed', content: textOf(chatResponse.message), chatResponse, context };
  } catch (error) {
    if (error instanceof ToolApprovalPendingException && error.suspended)
      return { status: 'suspended', ...error.suspended };
    throw error;
  }
};
