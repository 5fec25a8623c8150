import type { Class } from '#core';
import type { JsonObject, JsonSchema, ProviderMetadata, ToolInputExample } from 'toolgate/model';
import type { ToolDefaults } from '../contract/tool-defaults.js';
import type { ToolQuestion } from '../types/tool-question.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { ParametersSource } from '../types/parameters-source.js';

/** The options of a tool method. */
export interface ToolOptions extends ToolDefaults {
  /** @default the method's name */
  readonly name?: string;
  /** Describes the tool to the model. @default the tool's name */
  readonly description?: string;
  /** The schema of the whole input, which the method receives as one parameter. */
  readonly parameters?: ParametersSource;
  /**
   * The JSON Schema (of an object) for the model and for validation, in place of the one read from the code. A Standard
   * Schema in `parameters` that cannot export its own JSON Schema needs it.
   */
  readonly inputSchema?: JsonSchema;
  /**
   * The class of the method's return value, for result converters. By default the class that the compiler wrote, which is
   * missing if the method returns a promise or an Observable.
   */
  readonly returnType?: Class;
  /** Whether the provider must enforce the schema; some providers reject schemas that they cannot enforce. */
  readonly strict?: boolean;
  /** Example inputs for the model; they are validated by the schema. */
  readonly inputExamples?: readonly ToolInputExample[];
  /** Options of single providers, by provider name, such as `{ anthropic: { deferLoading: true } }`. */
  readonly providerOptions?: ProviderMetadata;
  /**
   * The name of a method of the same class that determines the outcome of a call that was started and never finished. It
   * receives the tool's arguments and finds the call by `context.idempotencyKey`. It returns a `KnownOutcome`, or undefined
   * if the outcome is not known yet. It must have no effect: no guard, pipe or interceptor runs, and parameters of the
   * application's own decorators are undefined.
   */
  readonly reconcile?: string;
  /**
   * Asks the requester about a call before it runs: returns a message and the schema of the answer, or undefined if there
   * is nothing to ask. The turn waits as for an approval, and the body reads the answer as `context.answer`. The function
   * receives the validated input and the call's context, and must have no effect. If it throws, the call fails.
   */
  question?(input: JsonObject, context: ToolContext): ToolQuestion | undefined | Promise<ToolQuestion | undefined>;
}

/** Defaults for every `@Tool()` method of a class. */
export interface ToolsOptions extends ToolDefaults {
  /** Added before the name of each tool: `prefix: 'orders_'`. */
  readonly prefix?: string;
}
