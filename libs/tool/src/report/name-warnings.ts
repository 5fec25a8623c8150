import type { ToolDefinition } from 'toolgate/model';
import type { ToolCallLimits } from '../execution/tool-call-limits.js';
import type { RegisteredTool } from '../tool.registry.js';

/** What an operator should know of the names and descriptions of the application's tools. */
export const nameWarnings = (tools: readonly RegisteredTool[], { perTool = {} }: ToolCallLimits = {}): string[] => {
  const mute = tools.filter(({ callback: { definition } }) => isMute(definition));
  const odd = tools.filter(({ callback: { definition } }) => !/^[\w.-]+$/.test(definition.name));
  const known = new Set(tools.map(({ callback }) => callback.definition.name));
  const unknown = Object.keys(perTool).filter((name) => !known.has(name));
  return [
    ...(mute.length > 0
      ? [`A model chooses a tool by its description. Write one that says more than the name: ${placesOf(mute)}.`]
      : []),
    ...(odd.length > 0
      ? [`Some providers refuse names with other signs than letters, digits, _ . and -: ${placesOf(odd)}.`]
      : []),
    ...(unknown.length > 0
      ? [`limits.perTool names what is no tool of the application: ${unknown.map((name) => `"${name}"`).join(', ')}.`]
      : []),
  ];
};

const isMute = ({ name, description }: ToolDefinition): boolean => !description || description === name;

const placesOf = (tools: readonly RegisteredTool[]): string =>
  tools.map(({ callback, origin }) => `"${callback.definition.name}" (${origin})`).join(', ');
