import type { Class } from '#core';
import type { JsonSchema, ProviderMetadata, ToolInputExample } from 'toolgate/model';
import type { ToolDefaults } from '../contract/tool-defaults.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_METHOD_SOURCE, TOOL_METHODS, TOOL_OPTIONS } from '../tool.constants.js';
import type { ParametersSource } from '../types/parameters-source.js';
import { assertOptions } from './check-tool-options.js';

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
}

/**
 * Declares a method of an injectable class as a tool: `@Tool({ description: 'Look an order up by its number' })`. Missing
 * options are inherited from the `@Tool()` of the method it overrides, if there is one.
 * @throws ToolDeclarationException if the method already has the decorator
 */
export function Tool(options: ToolOptions = {}): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor | undefined) => {
    if (typeof key === 'object') throw new ToolDeclarationException(STANDARD_DECORATORS);
    assertOptions(`${classNameOf(target)}.${String(key)}`, '@Tool()', options);
    const methods: readonly PropertyKey[] = Reflect.getOwnMetadata(TOOL_METHODS, target) ?? [];
    if (Reflect.hasOwnMetadata(TOOL_OPTIONS, target, key)) throw new ToolDeclarationException(twice(target, key));
    Reflect.defineMetadata(TOOL_METHODS, [...methods, key], target);
    Reflect.defineMetadata(TOOL_OPTIONS, options, target, key);
    if (!Reflect.hasOwnMetadata(TOOL_METHOD_SOURCE, target, key)) {
      Reflect.defineMetadata(TOOL_METHOD_SOURCE, descriptor?.value, target, key);
    }
  };
}

function twice(target: object, key: PropertyKey): string {
  return `${classNameOf(target)}.${String(key)} has @Tool() twice. Put all options into one.`;
}

function classNameOf(target: object): string {
  const { name } = typeof target === 'function' ? target : target.constructor;
  return name || 'An unnamed class';
}

const STANDARD_DECORATORS =
  '@Tool() needs the decorators that NestJS uses. Set "experimentalDecorators" and "emitDecoratorMetadata" to true in tsconfig.json.';
