import { delayMs, describeError, LONGEST_TIMER_MS } from '#core';
import { type GatedCalls, ToolApprovalException } from 'toolgate/approval';
import { ToolDeclarationException, ToolException } from 'toolgate/tool';
import { describeIssues, isInternalError } from '#tool';
import { type JsonValue, LineLogger } from 'toolgate/model';
import type { AiSdkApprovalStatus, AiSdkTool, AiSdkToolSet } from './ai-sdk-tool.js';
import {
  GatedToolCalls,
  type GateOptions,
  type ToolCallOutcome,
  type ToolCallPlace,
  UNREQUESTED,
  waitsForPerson,
} from './gated-tool-calls.js';
import { sentSchemas } from './sent-schemas.js';

/** How tools of the AI SDK are gated in a loop of the AI SDK. */
export interface GateAiSdkToolsOptions extends GateOptions {
  /**
   * `inline`: `execute` waits for the decision. `client`: the stream ends with a request for approval, and the next
   * request, which the client sends after the decision, receives the result.
   */
  readonly wait: 'inline' | 'client';
}

/** A call that the AI SDK 7 passes to `toolApproval` before it runs. */
interface CallToDecide {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown };
  readonly messages: readonly object[];
}

/** Tools for `generateText`, `streamText` and agents of the AI SDK. */
export interface GatedAiSdkTools<T extends AiSdkToolSet> {
  readonly tools: T;
  /** For version 7. Absent if calls wait inline. */
  readonly toolApproval?: (call: CallToDecide) => Promise<AiSdkApprovalStatus>;
}

/**
 * Puts the gate in front of tools that a loop of the AI SDK runs: `streamText({ ...gateAiSdkTools(tools, gated, { … }) })`.
 * The same tools must be registered by `aiSdkToolsModule()`, so that an approved call also runs on another instance.
 * @throws ToolDeclarationException for a tool that cannot run here, and for invalid options
 */
export function gateAiSdkTools<T extends AiSdkToolSet>(
  tools: T,
  gated: GatedCalls,
  options: GateAiSdkToolsOptions,
): GatedAiSdkTools<T> {
  assertOptions(options);
  const calls = new GatedToolCalls(gated, options);
  const isClient = options.wait === 'client';
  const wrapped = sentSchemas(tools).map(([name, inputSchema]): readonly [string, AiSdkTool] => [
    name,
    gatedTool(tools[name]!, { name, inputSchema, calls, isClient }),
  ]);
  const toolApproval = async ({ toolCall, messages }: CallToDecide): Promise<AiSdkApprovalStatus> => {
    const { toolName, toolCallId, input } = toolCall;
    if (!Object.hasOwn(tools, toolName)) return 'not-applicable';
    return calls.status(toolName, input, { toolCallId, messages });
  };
  return { tools: Object.fromEntries(wrapped) as T, ...(isClient && { toolApproval }) };
}

interface Wrapping {
  readonly name: string;
  /** Describes the input to the model, and validates nothing. */
  readonly inputSchema: object;
  readonly calls: GatedToolCalls;
  readonly isClient: boolean;
}

const gatedTool = (tool: AiSdkTool, { name, inputSchema, calls, isClient }: Wrapping): AiSdkTool => ({
  ...tool,
  // The gate validates and converts the input. With the tool's own schema, the AI SDK would convert it before the gate.
  inputSchema,
  contextSchema: undefined,
  toModelOutput: undefined,
  // Version 6 requests approval only through `needsApproval`.
  needsApproval: isClient
    ? async (input: unknown, place: ToolCallPlace) => calls.mustBeAsked(name, input, place)
    : undefined,
  execute: async (input: unknown, place: ToolCallPlace) => {
    const running = calls.run(name, input, place);
    return valueForModel(name, await running.catch((error: unknown) => throwForModel(name, error)));
  },
});

const assertOptions = (options: GateAiSdkToolsOptions): void => {
  const { wait, conversation, requester, waitMs = 0 } = options ?? {};
  if (wait !== 'inline' && wait !== 'client') throwInvalid("`wait` must be 'inline' or 'client'");
  if (typeof conversation !== 'string' || conversation === '')
    throwInvalid('`conversation` must be a string that is not empty');
  if (typeof requester?.id !== 'string' || requester.id === '') throwInvalid('`requester` must have an `id`');
  if (!delayMs.fits(waitMs)) throwInvalid(`\`waitMs\` must be a number from 0 to ${LONGEST_TIMER_MS}`);
};

const throwInvalid = (problem: string): never => {
  throw new ToolDeclarationException(`gateAiSdkTools(): ${problem}. Correct the options.`);
};

const logger = new LineLogger('Toolgate');

/**
 * Throws the error of a gated call, whose message the AI SDK sends to the model. An internal error, such as that of a
 * database, and the error of a strategy are logged, and the model receives a general text.
 */
const throwForModel = (tool: string, error: unknown): never => {
  const isInternal = !(error instanceof Error) || error instanceof ToolApprovalException || isInternalError(error);
  if (!isInternal) throw error;
  logger.error(`A gated call of "${tool}" failed: ${describeError(error)}`);
  throw new ToolException(`The tool "${tool}" failed because of an internal error.`, { cause: error });
};

const EDITED = 'A person changed the arguments of this call before it ran.';

/** Returns what the model receives for a call. Throws `ToolException` for a call that failed. */
const valueForModel = (tool: string, outcome: ToolCallOutcome): JsonValue => {
  switch (outcome?.status) {
    case undefined:
      return denied(UNREQUESTED);
    case 'completed': {
      const { result, arguments: ran } = outcome;
      return ran ? { note: EDITED, arguments: ran, result } : result;
    }
    case 'rejected':
      return denied(outcome.reason);
    case 'suspended':
      return waitsForPerson(outcome)
        ? 'This call waits for the decision of a person. It has not run.'
        : 'This call was approved, and its result is not known yet.';
    case 'invalid':
      throw new ToolException(describeIssues(tool, outcome.issues));
    case 'failed':
      throw new ToolException(outcome.message);
  }
};

const denied = (reason: string): string => `Tool execution was denied: ${reason}`;
