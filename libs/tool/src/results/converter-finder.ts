import type { InstanceOf } from '../seam/provider-instances.js';
import type { ToolCallback } from '../tool-callback.js';
import { ToolCallResultConverter } from '../tool-call-result-converter.js';

/** Gives what finds a callback's converter: its own, or the application's. */
export const converterFinder =
  (fallback: ToolCallResultConverter, instanceOf: InstanceOf) =>
  ({ resultConverter }: ToolCallback): ToolCallResultConverter => {
    if (resultConverter === undefined) return fallback;
    return typeof resultConverter === 'function' ? instanceOf(resultConverter) : resultConverter;
  };
