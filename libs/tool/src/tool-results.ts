import type { ToolCallResult, ToolCallback } from './tool-callback.js';
import { type ResultFinisherParts, resultFinisher } from './results/result-finisher.js';
import type { ToolContext } from './tool-context.js';

/** Makes what the model sees out of what a tool returned, or would have, as it is done for every call. */
export class ToolResults {
  private readonly finish: ReturnType<typeof resultFinisher>;

  constructor(parts: ResultFinisherParts) {
    this.finish = resultFinisher(parts);
  }

  /** Throws `ToolResultException` for a value that no result can be made of. */
  async of(value: unknown, callback: ToolCallback, context: ToolContext): Promise<ToolCallResult> {
    return this.finish({ type: 'raw', value }, callback, context, undefined);
  }
}
