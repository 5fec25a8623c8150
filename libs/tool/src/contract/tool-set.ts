import type { ToolDefinition } from 'toolgate/model';
import { checkDefinition } from './check-definition.js';
import { completeRoot } from './complete-root.js';
import { descriptionOrName } from './description-or-name.js';
import type { ToolCallback } from './tool-callback.js';
import { ToolException } from './tool.errors.js';

/** The tools of one request: the definitions sent to the model, and the callbacks that it may call. */
export interface ToolSet {
  readonly callbacks: ReadonlyMap<string, ToolCallback>;
  readonly definitions: readonly ToolDefinition[];
  /** A guarded method among them, which may run after a gate and is never offered to a model. */
  readonly internal?: ToolCallback | undefined;
}

/** Creates a set of callbacks without duplicates. Throws `ToolException` if two callbacks have the same name. */
export const toolSetOf = (callbacks: readonly ToolCallback[]): ToolSet => {
  const byName = new Map<string, ToolCallback>();
  for (const callback of callbacks) {
    checkDefinition(callback);
    const { name } = callback.definition;
    const known = byName.get(name);
    if (known && known !== callback) {
      throw new ToolException(`Two tools of this request are named "${name}". Rename one, or leave one out.`);
    }
    byName.set(name, callback);
  }
  const all = [...byName.values()];
  const internal = all.find(({ metadata }) => metadata.internal);
  return { callbacks: byName, definitions: all.map(definitionOf), ...(internal && { internal }) };
};

const definitionOf = ({ definition }: ToolCallback): ToolDefinition => {
  const { name, description, inputSchema } = definition;
  const shown = descriptionOrName(name, description);
  const isComplete =
    shown === description && inputSchema['type'] !== undefined && inputSchema['properties'] !== undefined;
  return isComplete ? definition : { ...definition, description: shown, inputSchema: completeRoot(inputSchema) };
};

/**
 * Checks that a model may call each tool of a set, and returns the set. Throws `ToolException` if a guarded method is
 * among them.
 */
export const assertOffered = (tools: ToolSet): ToolSet => {
  if (tools.internal === undefined) return tools;
  throw new ToolException(
    `"${tools.internal.definition.name}" is a guarded method, which no model may call. Add @Tool() to the method to offer it.`,
  );
};
