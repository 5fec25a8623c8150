import type { ChatResponse, Message, Prompt, StreamPart, ToolContext } from 'toolgate';
import type { ToolDefinition, ToolResultPart } from 'toolgate/model';
import {
  type BatchCall,
  type BatchJournal,
  type CallCounts,
  type PreparedCall,
  type ToolCallingChatOptions,
  ToolCallingManager as RealManager,
  type ToolCallLimits,
  type ToolExecutionResult as RealResult,
  type ToolSet,
  type Turn as RealTurn,
  type TurnAbort,
} from 'toolgate/tool';
import type { Agrees, Same } from '../same.js';

// #region manager
abstract class ToolCallingManager {
  abstract resolveToolDefinitions(
    options: ToolCallingChatOptions,
    context?: ToolContext,
  ): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;

  resolveTools?(options: ToolCallingChatOptions, context?: ToolContext): ToolSet | Promise<ToolSet>;

  abstract executeToolCalls(
    prompt: Prompt,
    response: ChatResponse,
    options: ToolCallingChatOptions,
    turn?: Turn,
  ): ToolExecutionResult | Promise<ToolExecutionResult>;
}

type ToolExecutionResult =
  | {
      readonly type: 'executed';
      readonly conversationHistory: readonly Message[]; // what to send next
      readonly results: readonly ToolResultPart[]; // one for each call, in the order of the calls
      readonly returnDirect: boolean; // every call succeeded and is a return-direct tool
    }
  | {
      readonly type: 'pending'; // nothing was executed, except around turns that wait inside calls
      readonly calls: readonly PreparedCall[]; // the calls that wait for a person
      readonly batch: readonly BatchCall[]; // every call of the answer
    };
// #endregion

// #region turn
interface Turn {
  readonly context: ToolContext; // `new ToolContext({ data, transient, conversation })`
  readonly round: number; // answers of the model before this one, from 0
  emit(part: StreamPart): void; // receives progress, rejections and results
  readonly abort?: TurnAbort; // ends the batch at once
  readonly start?: number; // index of the turn's first message; default: after the last user message
  readonly spent?: CallCounts; // calls that the messages do not show and that count towards the limits
  readonly limits?: ToolCallLimits; // override those of the application
  readonly persistence?: object; // set by the framework for a turn that can wait
  readonly journal?: BatchJournal; // set by the framework for a turn that waited
}
// #endregion

export type Checked = [
  Agrees<Same<ToolCallingManager, RealManager>>,
  Agrees<Same<ToolExecutionResult, RealResult>>,
  Agrees<Same<Turn, RealTurn>>,
];
