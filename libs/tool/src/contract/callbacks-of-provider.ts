import { kindOf } from '#core';
import type { ToolCallbackProvider } from './tool-callback-provider.js';
import type { ToolCallback } from './tool-callback.js';
import { ToolException } from './tool.errors.js';

/**
 * Returns the callbacks of a provider. Throws `ToolException` if it returns no list, such as a promise of one, or a list
 * that contains null or undefined.
 */
export const callbacksOfProvider = (provider: ToolCallbackProvider): readonly ToolCallback[] => {
  const callbacks: readonly ToolCallback[] = provider.toolCallbacks();
  assertList(callbacks, provider);
  assertNoGaps(callbacks, provider);
  return callbacks;
};

const assertList = (callbacks: unknown, { constructor: { name } }: ToolCallbackProvider): void => {
  if (Array.isArray(callbacks)) return;
  // Nothing awaits this promise, and its rejection must not end the process.
  Promise.resolve(callbacks).catch(() => {});
  throw new ToolException(
    `${name}.toolCallbacks() did not return a list of callbacks. The method must not be async. Load the callbacks in an async useFactory that provides ${name}, and return them here.`,
  );
};

const assertNoGaps = (callbacks: readonly ToolCallback[], provider: ToolCallbackProvider): void => {
  const gap = callbacks.findIndex((callback) => callback === null || callback === undefined);
  if (gap < 0) return;
  throw new ToolException(
    `${provider.constructor.name}.toolCallbacks() returned ${kindOf(callbacks[gap])} in its list, at index ${gap}. Return only callbacks.`,
  );
};
