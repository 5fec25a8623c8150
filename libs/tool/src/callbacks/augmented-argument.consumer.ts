import type { ToolDefinition } from 'toolgate/model';
import type { ToolContext } from '../contract/tool-context.js';

/** The arguments that a model passed in addition to a tool's own. */
export interface AugmentedArgumentEvent<T = unknown> {
  /** The tool as the model sees it, with the added arguments. */
  readonly toolDefinition: ToolDefinition;
  /** All validated arguments as JSON text. */
  readonly rawInput: string;
  /** The added arguments, converted by their schema. */
  readonly arguments: T;
}

/** Receives the added arguments before the tool runs. If it throws, the call fails with that error and the tool does not run. */
export type ConsumeArguments<T> = (event: AugmentedArgumentEvent<T>, context: ToolContext) => void | Promise<void>;

/** An injectable consumer of the arguments that `augmentTools()` adds. */
export abstract class AugmentedArgumentConsumer<T = unknown> {
  abstract consume(event: AugmentedArgumentEvent<T>, context: ToolContext): void | Promise<void>;
}
