import { isObject } from '#core';
import type { AiSdkTool, AiSdkToolSet } from './ai-sdk-tool.js';
import { aiSdkTools } from './ai-sdk-tools.js';
import { rawSchema } from './tool-schema.js';

type Sent = readonly [name: string, inputSchema: object];

interface Known {
  readonly tool: AiSdkTool;
  readonly sent: Sent;
}

// Each request gates the same tools again, and converting the schemas would take most of the time.
const known = new WeakMap<AiSdkTool, Known>();

/**
 * Returns the input schema of each tool as the model receives it, by name. The AI SDK validates nothing with it.
 * @throws ToolDeclarationException that lists every tool that cannot run here
 */
export const sentSchemas = (tools: AiSdkToolSet): readonly Sent[] => {
  const found = isObject(tools) ? Object.entries(tools).map(([name, tool]) => knownSchema(name, tool)) : [];
  if (found.length > 0 && found.every((sent) => sent !== undefined)) return found;
  return aiSdkTools(tools).map(({ definition: { name, inputSchema } }) => {
    const tool = tools[name]!;
    const sent = [name, rawSchema(inputSchema)] as const;
    known.set(tool, { tool: { ...tool }, sent });
    return sent;
  });
};

const knownSchema = (name: string, tool: AiSdkTool): Sent | undefined => {
  const before = isObject(tool) ? known.get(tool) : undefined;
  return before?.sent[0] === name && isUnchanged(before.tool, tool) ? before.sent : undefined;
};

// A tool that was changed meanwhile is checked and converted again.
const isUnchanged = (before: AiSdkTool, tool: AiSdkTool): boolean => {
  const names = Object.keys(tool) as (keyof AiSdkTool)[];
  return names.length === Object.keys(before).length && names.every((name) => before[name] === tool[name]);
};
