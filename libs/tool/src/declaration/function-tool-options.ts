import type { JsonObject, JsonSchema, ProviderMetadata, ToolInputExample } from 'toolgate/model';
import type { KnownOutcome } from '../known-outcome.js';
import type { ToolContext } from '../tool-context.js';
import type { InputOf, ParametersSource } from './input-of.js';
import type { ToolDefaults } from './tool-defaults.js';
import type { Class } from './type-reference.js';

/** How a function is offered as a tool, without the function. */
export interface FunctionToolSettings<P extends ParametersSource | undefined> extends ToolDefaults {
  /** What the tool does, for the model. @default the tool's name */
  readonly description?: string;
  /** The whole input. @default an object without properties */
  readonly parameters?: P;
  /** What the model is sent and its input is checked by, in place of what `parameters` say: JSON Schema of an object. */
  readonly inputSchema?: JsonSchema;
  /** The class of what the body returns, for result converters. */
  readonly returnType?: Class;
  /** Whether the provider may send only arguments that fit the schema; some refuse schemas that they cannot enforce. */
  readonly strict?: boolean;
  /** Inputs that show the model what is wanted; they are checked by the schema. */
  readonly inputExamples?: readonly ToolInputExample[];
  /** What only one provider knows of tools, by provider name, such as `{ anthropic: { deferLoading: true } }`. */
  readonly providerOptions?: ProviderMetadata;
}

/** A function of an input and a context, offered as a tool. */
export interface FunctionToolOptions<
  P extends ParametersSource | undefined,
  C extends object = JsonObject,
> extends FunctionToolSettings<P> {
  readonly name: string;
  /** The tool's body. Whatever a method may return, it may return too. */
  readonly run: (input: InputOf<P>, context: ToolContext<C>) => unknown;
  /**
   * Finds out what became of a call that was started and never ended, by `context.idempotencyKey`; undefined where it
   * cannot tell yet. Must have no effect.
   */
  readonly reconcile?: (
    input: InputOf<P>,
    context: ToolContext<C>,
  ) => KnownOutcome | undefined | Promise<KnownOutcome | undefined>;
}
