import type { JsonSchema } from './json.js';

/** All that a model is told of a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}
