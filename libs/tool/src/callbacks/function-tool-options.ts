import type { Class } from '#core';
import type { JsonObject, JsonSchema, JsonValue, ProviderMetadata, ToolInputExample } from 'toolgate/model';
import type { KnownOutcome } from '../contract/known-outcome.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { ToolDefaults } from '../contract/tool-defaults.js';
import type { ToolQuestion } from '../types/tool-question.js';
import type { InputOf, ParametersSource } from '../types/parameters-source.js';

/** The options of a function tool, without the function. */
export interface FunctionToolSettings<P extends ParametersSource | undefined> extends ToolDefaults {
  /** Describes the tool to the model. @default the tool's name */
  readonly description?: string;
  /** The schema of the whole input. @default an object without properties */
  readonly parameters?: P;
  /** The JSON Schema (of an object) for the model and for validation, in place of that of `parameters`. */
  readonly inputSchema?: JsonSchema;
  /** The class of the body's return value, for result converters. */
  readonly returnType?: Class;
  /** Whether the provider must enforce the schema; some providers reject schemas that they cannot enforce. */
  readonly strict?: boolean;
  /** Example inputs for the model; they are validated by the schema. */
  readonly inputExamples?: readonly ToolInputExample[];
  /** Options of single providers, by provider name, such as `{ anthropic: { deferLoading: true } }`. */
  readonly providerOptions?: ProviderMetadata;
}

/** The options of a function tool. */
export interface FunctionToolOptions<
  P extends ParametersSource | undefined,
  C extends object = JsonObject,
  A = JsonValue,
> extends FunctionToolSettings<P> {
  readonly name: string;
  /** The tool's body. It may return everything that a tool method may return. */
  readonly run: (input: InputOf<P>, context: ToolContext<C, A>) => unknown;
  /**
   * Asks the requester about a call before it runs: returns a message and the schema of the answer, or undefined if there
   * is nothing to ask. The turn waits as for an approval, and the body reads the answer as `context.answer`. The
   * function receives the validated JSON and must have no effect. If it throws, the call fails.
   */
  question?(input: JsonObject, context: ToolContext<C>): ToolQuestion | undefined | Promise<ToolQuestion | undefined>;
  /**
   * Returns the outcome of a call that was started and never finished, found by `context.idempotencyKey`; undefined if the
   * outcome is not known yet. Must have no effect.
   */
  readonly reconcile?: (
    input: InputOf<P>,
    context: ToolContext<C>,
  ) => KnownOutcome | undefined | Promise<KnownOutcome | undefined>;
}
