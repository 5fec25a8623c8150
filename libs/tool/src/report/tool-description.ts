import type { RegisteredTool } from '../tool.registry.js';
import type { ToolRules } from './tool-rules.js';

/** What the application can be told of one of its tools. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** Where it was found: `Refunds.refund`. */
  readonly origin: string;
  readonly module?: string;
  readonly tags: readonly string[];
  /** The characters of its schema, which each prompt that brings the tool pays for. */
  readonly schemaLength: number;
  /** Who sees it. */
  readonly visibility: string;
  /** Who decides over its calls. */
  readonly approval: string;
}

/** Describes a tool for people. */
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
