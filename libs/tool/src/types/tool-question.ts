import type { JsonSource } from './json-source.js';

/** A question to the requester of a turn. */
export interface ToolQuestion {
  /** The text that the requester reads: at most 2,000 characters. */
  readonly message: string;
  /**
   * The schema of the answer: JSON Schema, a Standard Schema, a DTO class or a list of one. The answer is plain JSON that
   * matches the JSON Schema of the source. The schema has at most 16,384 bytes as JSON.
   */
  readonly schema: JsonSource;
}
