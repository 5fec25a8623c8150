import {
  type ChatResponse,
  type Message,
  type Prompt,
  SEAM,
  type ToolDefinition,
  type ToolResultPart,
} from 'toolgate/model';
import type { ToolCallingChatOptions } from './tool-source.js';
import type { ToolContext } from './tool-context.js';
import type { Turn } from './turn.js';
import type { BatchCall } from './batch-checkpoints.js';
import type { PreparedCall } from './tool-gate.js';
import type { ToolSet } from './tool-set.js';

/** How a batch of calls ended: executed, or waiting for a person with nothing executed. */
export type ToolExecutionResult =
  | {
      readonly type: 'executed';
      /** The prompt's messages, the answer with the calls, and one tool message with a result for each. */
      readonly conversationHistory: readonly Message[];
      readonly results: readonly ToolResultPart[];
      /** Every call ran, succeeded, and is a return-direct tool. */
      readonly returnDirect: boolean;
    }
  | {
      readonly type: 'pending';
      readonly calls: readonly PreparedCall[];
      /** Every call of the batch, in emission order: what could be stored until the questions are answered. */
      readonly batch: readonly BatchCall[];
    };

/** Runs the tool calls of an answer. Replacing it replaces the gate. */
export abstract class ToolCallingManager {
  static readonly [SEAM]: string = 'ToolCallingManager';

  /** What a model is told of the tools that exist for a turn; without its context, for one with `options.toolContext`. */
  abstract resolveToolDefinitions(
    options: ToolCallingChatOptions,
    context?: ToolContext,
  ): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** The tools themselves that exist for a turn. Without it nobody can search among them. */
  resolveTools?(options: ToolCallingChatOptions, context?: ToolContext): ToolSet | Promise<ToolSet>;
  /** Await what it returns. Rejects with `ToolCallLimitExceededException` at a limit, and with `ToolBatchException` if the batch had to stop. */
  abstract executeToolCalls(
    prompt: Prompt,
    response: ChatResponse,
    options: ToolCallingChatOptions,
    turn?: Turn,
  ): ToolExecutionResult | Promise<ToolExecutionResult>;
}
