import type { JsonObject } from 'toolgate/model';
import type { JsonSource } from '../types/json-source.js';
import type { ToolContext } from './tool-context.js';

/** A question to the requester of a turn. */
export interface ToolQuestion {
  /** The text that the requester reads: at most 2,000 characters. */
  readonly message: string;
  /**
   * The schema of the answer: JSON Schema, a Standard Schema, a DTO class or a list of one. The answer is plain JSON that
   * matches the JSON Schema of the source. At most 16,384 bytes of JSON.
   */
  readonly schema: JsonSource;
}

/**
 * Returns the question about one call, or undefined if the call needs no answer. It must have no effect: it runs before
 * any call of the batch has one.
 */
export type AskRequester = (
  input: JsonObject,
  context: ToolContext,
) => ToolQuestion | undefined | Promise<ToolQuestion | undefined>;
