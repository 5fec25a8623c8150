import type { ToolCallResult, ToolCallback } from './tool-callback.js';
import { type ReadBounds, readBoundsOf, type ResultOptions } from './results/read-bounds.js';
import { resultFinisher } from './results/result-finisher.js';
import type { ToolContext } from './tool-context.js';

/** Makes what the model sees out of what a tool returned, or would have, as it is done for every call. */
export class ToolResults {
  private readonly finish: ReturnType<typeof resultFinisher>;

  constructor(private readonly options: ResultOptions) {
    this.finish = resultFinisher(options);
  }

  /** How much of the sources of a tool's results is read. */
  boundsOf(callback: ToolCallback): ReadBounds {
    return readBoundsOf(callback, this.options);
  }

  /** Throws `ToolResultException` for a value that no result can be made of. */
  async of(value: unknown, callback: ToolCallback, context: ToolContext): Promise<ToolCallResult> {
    return this.finish({ type: 'raw', value }, callback, context, undefined);
  }
}
