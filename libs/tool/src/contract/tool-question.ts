import type { JsonObject } from 'toolgate/model';
import type { ToolContext } from './tool-context.js';

/**
 * Returns the question about one call, a `ToolQuestion`, or undefined if the call needs no answer. It must have no
 * effect: it runs before any call of the batch has an effect.
 */
export type AskRequester = (
  input: JsonObject,
  context: ToolContext,
) => object | undefined | Promise<object | undefined>;
