import type { Type } from '@nestjs/common';
import type { ToolCallResultConverter } from '../tool-call-result-converter.js';
import type { ToolMetadata } from '../tool-metadata.js';

/** What can be said of many tools at once: of a class's methods with `@Tools`, of an application's in its module. */
export interface ToolDefaults extends ToolMetadata {
  /** Makes results into what the model sees: an instance, or the class of a provider. @default the application's */
  readonly resultConverter?: ToolCallResultConverter | Type<ToolCallResultConverter>;
}
