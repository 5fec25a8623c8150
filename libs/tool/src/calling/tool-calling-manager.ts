import {
  type ChatResponse,
  type Message,
  type Prompt,
  SEAM,
  type ToolDefinition,
  type ToolResultPart,
} from 'toolgate/model';
import type { BatchCall } from '../contract/batch-journal.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { PreparedCall } from '../contract/prepared-call.js';
import type { ToolSet } from '../contract/tool-set.js';
import type { Turn } from '../contract/turn.js';
import type { ToolCallingChatOptions } from '../selection/tool-source.js';

/**
 * The result of a batch: executed, or pending. If the batch waits for decisions on its calls, none of them was executed.
 * If it waits for turns inside its calls, each of these calls has `inner`, and the other calls may have been executed.
 */
export type ToolExecutionResult =
  | {
      readonly type: 'executed';
      /** The prompt's messages, the answer with the calls, and one tool message with a result for each. */
      readonly conversationHistory: readonly Message[];
      readonly results: readonly ToolResultPart[];
      /** Whether every call ran, succeeded, and its tool has `returnDirect`. */
      readonly returnDirect: boolean;
    }
  | {
      readonly type: 'pending';
      readonly calls: readonly PreparedCall[];
      /** Every call of the batch, in the model's order, to be saved until the questions are answered. */
      readonly batch: readonly BatchCall[];
    };

/** Runs the tool calls of an answer. An application that replaces it replaces the gate too. */
export abstract class ToolCallingManager {
  static readonly [SEAM]: string = 'ToolCallingManager';

  /** Returns the definitions of the tools visible in a turn. Without `context`, a new one with `options.toolContext` is used. */
  abstract resolveToolDefinitions(
    options: ToolCallingChatOptions,
    context?: ToolContext,
  ): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** Returns the tools visible in a turn. Without this method, tool search does not work. */
  resolveTools?(options: ToolCallingChatOptions, context?: ToolContext): ToolSet | Promise<ToolSet>;
  /** Runs the calls of a response. Throws `ToolCallLimitExceededException` at a limit, `ToolBatchException` if the batch stopped. */
  abstract executeToolCalls(
    prompt: Prompt,
    response: ChatResponse,
    options: ToolCallingChatOptions,
    turn?: Turn,
  ): ToolExecutionResult | Promise<ToolExecutionResult>;
}
