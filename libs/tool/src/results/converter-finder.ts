import type { InstanceOf } from '#core';
import { type ToolCallback, ToolCallResultConverter } from '../contract/tool-callback.js';

/** Resolves the converters that tools name by class, so that a missing converter fails before its tool has had an effect. */
export const findConverters = (callbacks: Iterable<ToolCallback>, instanceOf: InstanceOf): void => {
  for (const { resultConverter } of callbacks) {
    if (typeof resultConverter === 'function') instanceOf(resultConverter);
  }
};

/** Returns a function that returns a callback's converter: its own, or the application's. */
export const converterFinder =
  (fallback: ToolCallResultConverter, instanceOf: InstanceOf) =>
  ({ resultConverter }: ToolCallback): ToolCallResultConverter => {
    if (resultConverter === undefined) return fallback;
    return typeof resultConverter === 'function' ? instanceOf(resultConverter) : resultConverter;
  };
