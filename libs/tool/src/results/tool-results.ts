import type { ToolCallResult, ToolCallback } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import { type ReadBounds, readBoundsOf, type ResultOptions } from './read-bounds.js';
import { resultFinisher } from './result-finisher.js';

/** Converts the value that a tool returned, or would have returned, in the same way as for every call. */
export class ToolResults {
  private readonly finish: ReturnType<typeof resultFinisher>;

  constructor(private readonly options: ResultOptions) {
    this.finish = resultFinisher(options);
  }

  /** Returns the limits for reading the streams that a tool returns. */
  boundsOf(callback: ToolCallback): ReadBounds {
    return readBoundsOf(callback, this.options);
  }

  /** Converts a value. Throws `ToolResultException` if that is impossible. */
  async of(value: unknown, callback: ToolCallback, context: ToolContext): Promise<ToolCallResult> {
    return this.finish({ type: 'raw', value }, callback, context, undefined);
  }
}
