import type { Type } from '@nestjs/common';
import type { ToolCallResultConverter } from './tool-callback.js';
import type { StatedMetadata } from './tool-metadata.js';

/**
 * Options for many tools at once: for the methods of a class in `@Tools()`, or for the methods of all classes in
 * `forRoot({ toolCalling: { defaults } })`.
 */
export interface ToolDefaults extends StatedMetadata {
  /** Converts results to what the model sees: an instance, or the class of a provider. @default the application's converter */
  readonly resultConverter?: ToolCallResultConverter | Type<ToolCallResultConverter>;
}
