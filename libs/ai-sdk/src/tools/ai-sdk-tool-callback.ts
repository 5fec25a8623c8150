import { chain, isPromiseLike } from '#core';
import {
  FunctionToolCallback,
  type FunctionToolOptions,
  type ParametersSource,
  type ToolContext,
  ToolException,
  type ToolMetadata,
} from 'toolgate/tool';
import type { AiSdkContext, AiSdkTool, CallOptions, ExecutableTool } from './ai-sdk-tool.js';
import { callOptions } from './call-options.js';
import { MAKER, assertAiSdkTool, labelOf } from './check-ai-sdk-tool.js';
import { convertOutput, ModelOutputConverter } from './model-output.js';
import { toolSchema } from './tool-schema.js';
import { isAsyncIterable, yieldedValues } from './yielded-values.js';
import { isStandardSchema } from '#tool';

/** A tool of the AI SDK, and what the application adds to it. */
interface AiSdkToolSource {
  readonly name: string;
  readonly tool: AiSdkTool;
  readonly settings?: ToolMetadata | undefined;
  readonly contextOf: AiSdkContext;
}

type Options = FunctionToolOptions<ParametersSource | undefined>;

const CONVERTER = new ModelOutputConverter();

/** A tool of the AI SDK as a tool of Toolgate. Throws `ToolDeclarationException` if it cannot run here. */
export class AiSdkToolCallback extends FunctionToolCallback {
  private readonly tool: ExecutableTool;
  private readonly readContext: AiSdkContext;

  constructor({ name, tool, settings, contextOf }: AiSdkToolSource) {
    assertAiSdkTool(name, tool);
    const readContext = contextReader(name, tool.contextSchema, contextOf);
    super({ ...optionsOf(name, tool), ...settings, name, run: bodyOf(name, tool, readContext) }, MAKER);
    this.tool = tool;
    this.readContext = readContext;
  }

  /** Whether the tool has `needsApproval`. */
  get statesApproval(): boolean {
    return this.tool.needsApproval !== undefined;
  }

  /** Returns the value of `needsApproval` of the tool for a call; undefined if the tool has none. */
  async needsApproval(input: unknown, call: ToolContext): Promise<boolean | undefined> {
    const { needsApproval } = this.tool;
    if (typeof needsApproval !== 'function') return needsApproval;
    return needsApproval.call(this.tool, input, callOptions(call, await this.readContext(call)));
  }
}

const optionsOf = (name: string, tool: AiSdkTool): Omit<Options, 'name' | 'run'> => {
  const { description, strict, inputExamples, providerOptions, needsApproval, toModelOutput } = tool;
  const settings = {
    description,
    parameters: toolSchema(labelOf(name), 'inputSchema', tool.inputSchema),
    strict,
    inputExamples,
    providerOptions,
    // A function decides only in NeedsApprovalStrategy. Without a strategy that approves, no call may run.
    requiresApproval: needsApproval ? true : undefined,
    resultConverter: toModelOutput && CONVERTER,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
};

const bodyOf =
  (name: string, tool: ExecutableTool, readContext: AiSdkContext): Options['run'] =>
  (input, call) => {
    const run = (context: unknown): unknown => execute(name, tool, input, callOptions(call, context));
    const context = readContext(call);
    return isPromiseLike(context) ? Promise.resolve(context).then(run) : run(context);
  };

const execute = (name: string, tool: ExecutableTool, input: unknown, options: CallOptions): unknown => {
  const result = tool.execute(input, options);
  const { toModelOutput } = tool;
  if (!toModelOutput) return isAsyncIterable(result) ? yieldedValues(result) : result;
  const { toolCallId } = options;
  const convert = (output: unknown) =>
    convertOutput(name, () => toModelOutput.call(tool, { toolCallId, input, output }));
  return isAsyncIterable(result) ? yieldedValues(result, convert) : Promise.resolve(result).then(convert);
};

/**
 * Returns a function that returns the context of a call, validated and converted by the schema of the tool. It throws
 * `ToolException` with the problems, without the values, if the context does not match.
 */
const contextReader = (name: string, contextSchema: unknown, contextOf: AiSdkContext): AiSdkContext => {
  const schema = toolSchema(labelOf(name), 'contextSchema', contextSchema);
  // As in the AI SDK, a schema without a validator only describes the context.
  if (!isStandardSchema(schema)) return contextOf;
  return (call) =>
    chain(schema['~standard'].validate(contextOf(call)), (result) => {
      if (!result.issues) return result.value;
      const problems = result.issues.map(({ path = [], message }) => `${placeOf(path)}${message}`).join('; ');
      throw new ToolException(
        `The context of the tool "${name}" does not match its contextSchema: ${problems}. Pass it with toolContext() or transient().`,
      );
    });
};

const placeOf = (path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string =>
  path.map((step) => `/${String(typeof step === 'object' ? step.key : step)}`).join('') + (path.length > 0 ? ' ' : '');
