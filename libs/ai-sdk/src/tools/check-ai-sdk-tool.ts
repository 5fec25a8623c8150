import { isObject, kindOf } from '#core';
import { ToolDeclarationException } from 'toolgate/tool';
import type { AiSdkTool, ExecutableTool } from './ai-sdk-tool.js';

/** The function that creates the tools, for messages. */
export const MAKER = 'aiSdkTools';

/** The name of a tool in messages. */
export const labelOf = (name: string): string => `${MAKER}("${name}")`;

/**
 * Checks that a tool of the AI SDK can run here.
 * @throws ToolDeclarationException naming the tool, and what to use instead
 */
export function assertAiSdkTool(name: string, tool: AiSdkTool): asserts tool is AiSdkTool & ExecutableTool {
  const problem = problemOf(tool);
  if (problem) throw new ToolDeclarationException(`${labelOf(name)} ${problem}`);
}

const problemOf = (tool: AiSdkTool): string | undefined => {
  if (!isObject(tool)) return 'is not a tool. Create it with tool({ … }) or dynamicTool({ … }) of the AI SDK.';
  const { type, execute, description, needsApproval, toModelOutput }: AiSdkTool = tool;
  if (type === 'provider' || type === 'provider-defined') return PROVIDER;
  if (type !== undefined && type !== 'function' && type !== 'dynamic')
    return `has the unknown type "${type}". ${CREATE}`;
  if (typeof execute !== 'function') return NOTHING_TO_RUN;
  if (typeof description === 'function') return DESCRIPTION;
  if (needsApproval !== undefined && typeof needsApproval !== 'boolean' && typeof needsApproval !== 'function') {
    return `has a \`needsApproval\` that is ${kindOf(needsApproval)}. Pass true, false or a function.`;
  }
  if (toModelOutput === undefined || typeof toModelOutput === 'function') return undefined;
  return 'has a `toModelOutput` that is not a function. Pass a function, or leave it out.';
};

const CREATE = 'Create it with tool({ … }) or dynamicTool({ … }).';
const BESIDE = ' In a loop of the AI SDK, pass it beside the gated tools.';
const PROVIDER =
  'is a tool that a provider defines, so its calls would bypass the gate. If the provider runs it, pass it to tools() with providerTool(…). Otherwise define it with tool({ inputSchema, execute }).' +
  BESIDE;
const NOTHING_TO_RUN =
  'has no `execute`, so there is nothing to run. Add one, or declare a tool that the client answers with clientTool({ name, inputSchema, outputSchema }).' +
  BESIDE;
const DESCRIPTION =
  'has a function as its `description`. Pass a string, because every request sends the same definition.';
