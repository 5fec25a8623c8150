import type { JsonSchema, ProviderMetadata, ToolInputExample } from 'toolgate/model';
import { ToolDeclarationException } from '../tool.errors.js';
import { assertOptions } from './check-tool-options.js';
import { TOOL_METHOD_SOURCE, TOOL_METHODS, TOOL_OPTIONS } from './declaration.constants.js';
import type { ParametersSource } from './input-of.js';
import type { ToolDefaults } from './tool-defaults.js';
import type { Class } from './type-reference.js';

/** How a method is offered as a tool. */
export interface ToolOptions extends ToolDefaults {
  /** @default the method's name */
  readonly name?: string;
  /** What the tool does, for the model. @default the tool's name */
  readonly description?: string;
  /** Makes the whole input one parameter of the method. */
  readonly parameters?: ParametersSource;
  /**
   * What the model is sent and its input is checked by, in place of what is read from the code: JSON Schema of an
   * object. A Standard Schema in `parameters` that cannot tell its own JSON Schema needs it.
   */
  readonly inputSchema?: JsonSchema;
  /**
   * The class of what the body returns, for result converters. The compiler writes it down for methods, but not where
   * they return a promise or an Observable.
   */
  readonly returnType?: Class;
  /** Whether the provider may send only arguments that fit the schema; some refuse schemas that they cannot enforce. */
  readonly strict?: boolean;
  /** Inputs that show the model what is wanted; they are checked by the schema. */
  readonly inputExamples?: readonly ToolInputExample[];
  /** What only one provider knows of tools, by provider name, such as `{ anthropic: { deferLoading: true } }`. */
  readonly providerOptions?: ProviderMetadata;
  /**
   * The method of the same class that finds out what became of a call that was started and never ended, by
   * `context.idempotencyKey`: it gets the tool's arguments and returns a `KnownOutcome`, or undefined where it cannot
   * tell yet. Must have no effect: no guard, pipe or interceptor runs, and decorators of the application give it nothing.
   */
  readonly reconcile?: string;
}

/**
 * Makes a method of an injectable class a tool: `@Tool({ description: 'Look an order up by its number' })`. What is not
 * said is inherited from the `@Tool()` of the method it overrides, if there is one.
 * @throws ToolDeclarationException if the method has it already
 */
export function Tool(options: ToolOptions = {}): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor | undefined) => {
    if (typeof key === 'object') throw new ToolDeclarationException(STANDARD_DECORATORS);
    assertOptions(`${nameOf(target)}.${String(key)}`, '@Tool()', options);
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
  return `${nameOf(target)}.${String(key)} has @Tool() twice: put all options into one.`;
}

function nameOf(target: object): string {
  const { name } = typeof target === 'function' ? target : target.constructor;
  return name || 'An unnamed class';
}

const STANDARD_DECORATORS =
  '@Tool() needs the decorators NestJS uses: set "experimentalDecorators" and "emitDecoratorMetadata" to true in tsconfig.json.';
