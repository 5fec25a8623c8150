import type { ToolDefinition } from 'toolgate/model';
import type { ToolContext } from '../tool-context.js';

/** What a model gave beside a tool's own arguments. */
export interface AugmentedArgumentEvent<T = unknown> {
  /** The tool as the model sees it, with the added arguments. */
  readonly toolDefinition: ToolDefinition;
  /** All arguments as JSON text, checked. */
  readonly rawInput: string;
  /** The added arguments alone, as their schema makes them. */
  readonly arguments: T;
}

/** What is done with the added arguments, before the tool runs. What it throws is the tool's error: the tool does not run. */
export type ConsumeArguments<T> = (event: AugmentedArgumentEvent<T>, context: ToolContext) => void | Promise<void>;

/** Takes the arguments that `augmentTools` added, as an injectable class. */
export abstract class AugmentedArgumentConsumer<T = unknown> {
  abstract consume(event: AugmentedArgumentEvent<T>, context: ToolContext): void | Promise<void>;
}
