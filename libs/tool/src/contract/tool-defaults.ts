import type { Type } from '@nestjs/common';
import type { ToolCallResultConverter } from './tool-callback.js';
import type { StatedMetadata } from './tool-metadata.js';

/** Options for many tools at once: for a class's methods with `@Tools`, for all of an application in its module. */
export interface ToolDefaults extends StatedMetadata {
  /** Converts results to what the model sees: an instance, or the class of a provider. @default the application's converter */
  readonly resultConverter?: ToolCallResultConverter | Type<ToolCallResultConverter>;
}
