import type { ToolDefinition } from 'toolgate/model';
import { descriptionOrName } from '../contract/description-or-name.js';
import type { RegisteredTool } from '../registry/registered-tool.js';
import { nameSkeleton } from './name-skeleton.js';
import { withEscapes } from './with-escapes.js';

/** The name length that most providers accept. */
const LONGEST_NAME = 64;

/** Returns warnings about the names and descriptions of the application's tools. */
export const nameWarnings = (all: readonly RegisteredTool[]): string[] => {
  // No model and no provider receives the name of a guarded method.
  const tools = all.filter(({ callback }) => !callback.metadata.internal);
  const mute = tools.filter(({ callback: { definition } }) => isMute(definition));
  const odd = tools.filter(({ callback: { definition } }) => !/^[\w.-]+$/.test(definition.name));
  const long = tools.filter(({ callback: { definition } }) => definition.name.length > LONGEST_NAME);
  const alike = groupBy(all, ({ callback: { definition } }) => nameSkeleton(definition.name));
  return [
    ...(mute.length > 0
      ? [
          `A model chooses a tool by its description, but these tools have none beyond their name: ${placesOf(mute)}. Describe them.`,
        ]
      : []),
    ...(odd.length > 0
      ? [`Some providers reject names with characters other than letters, digits, _ . and -. Rename: ${placesOf(odd)}.`]
      : []),
    ...(long.length > 0
      ? [`Some providers reject names of more than ${LONGEST_NAME} characters. Shorten: ${placesOf(long)}.`]
      : []),
    ...(alike.length > 0
      ? [
          `Tool names look alike, so that a person may approve one for the other. Rename one of: ${alike.map((group) => placesOf(group, ' and ')).join('; ')}.`,
        ]
      : []),
  ];
};

const isMute = ({ name, description }: ToolDefinition): boolean => descriptionOrName(name, description) === name;

const placesOf = (tools: readonly RegisteredTool[], between = ', '): string =>
  tools.map(({ callback, origin }) => withEscapes(`"${callback.definition.name}" (${origin})`)).join(between);

/** Returns the groups of two or more tools that have the same key. */
const groupBy = (tools: readonly RegisteredTool[], keyOf: (tool: RegisteredTool) => string): RegisteredTool[][] => {
  const groups = new Map<string, RegisteredTool[]>();
  for (const tool of tools) {
    const group = groups.get(keyOf(tool));
    if (group) group.push(tool);
    else groups.set(keyOf(tool), [tool]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
};
