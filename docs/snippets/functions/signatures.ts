import type { inspect } from 'node:util';
import type { Type } from '@nestjs/common';
import {
  type JsonObject,
  type KnownOutcome,
  ToolCallback as RealToolCallback,
  type ToolCallResult,
  type ToolContext,
} from 'toolgate';
import type { ToolDefinition } from 'toolgate/model';
import {
  type AskRequester,
  type BuiltInTool,
  type Class,
  type Issues,
  prepareInput as realPrepareInput,
  type ClientAnswer,
  type Prepared,
  type ToolCallResultConverter,
  type ToolMetadata,
} from 'toolgate/tool';
import type { Agrees, Same } from '../same.js';

// #region callback
abstract class ToolCallback {
  abstract readonly definition: ToolDefinition; // name, description, inputSchema
  abstract readonly metadata: ToolMetadata; // requiresApproval, returnDirect, timeoutMs, tags, …
  readonly resultConverter?: ToolCallResultConverter | Type<ToolCallResultConverter>;
  readonly returnType?: Class; // what the body declares to return, for the converter
  readonly clientAnswer?: ClientAnswer; // of a tool without a body, which its requester answers
  readonly question?: AskRequester; // what the tool asks its requester before the body runs
  readonly builtIn?: BuiltInTool; // for tools of a framework: no pattern and no tag selects it

  /** Runs the tool with JSON text, without the gate. */
  abstract call(input: string, context?: ToolContext): Promise<ToolCallResult>;

  /** Validates an input without any effect. Without it the input is validated by `definition.inputSchema`. */
  prepare?(input: JsonObject): Prepared | Issues | Promise<Prepared | Issues>;

  /** Reports the outcome of a call whose process was lost, by `context.idempotencyKey`; undefined if it is not known yet. */
  reconcile?(input: JsonObject, context: ToolContext): Promise<KnownOutcome | undefined>;
}
// #endregion

// #region prepare
declare function prepareInput(
  callback: ToolCallback,
  input: JsonObject,
): Prepared | Issues | Promise<Prepared | Issues>;
// #endregion

export type Checked = [
  // How a tool is written to a log, and whether its body is a turn, is not for its author to state.
  Agrees<Same<ToolCallback, Omit<RealToolCallback, 'runsTurn' | 'toJSON' | typeof inspect.custom>>>,
  Agrees<Same<ReturnType<typeof prepareInput>, ReturnType<typeof realPrepareInput>>>,
  Agrees<Same<Parameters<typeof prepareInput>[1], Parameters<typeof realPrepareInput>[1]>>,
  Agrees<Same<Parameters<typeof realPrepareInput>[0], RealToolCallback>>,
];
