import type { ToolRules } from './tool-rules.js';
import type { RegisteredTool } from './registered-tool.js';

/** A description of one tool of the application. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** The class, and the method if there is one: `Refunds.refund`. */
  readonly origin: string;
  readonly module?: string;
  readonly tags: readonly string[];
  /** The number of characters of the input schema, which each prompt with the tool contains. */
  readonly schemaLength: number;
  /** The rule by which the tool is visible. */
  readonly visibility: string;
  /** The rule by which its calls are decided. */
  readonly approval: string;
}

/** Returns the description of a tool. */
export const describeTool = ({ callback, origin, module }: RegisteredTool, rules: ToolRules): ToolDescription => {
  const { name, description, inputSchema } = callback.definition;
  return {
    name,
    description,
    origin,
    ...(module !== undefined && { module }),
    tags: callback.metadata.tags ?? [],
    schemaLength: JSON.stringify(inputSchema).length,
    visibility: rules.visibility(callback),
    approval: rules.approval(callback),
  };
};
