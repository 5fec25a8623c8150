import type { JsonSchema } from 'toolgate/model';
import { ToolDeclarationException } from '../tool.errors.js';
import type { ToolMetadata } from '../tool-metadata.js';
import { TOOL_METHOD_SOURCE, TOOL_METHODS, TOOL_OPTIONS } from './declaration.constants.js';
import type { StandardSchema } from './standard-schema.js';
import type { Class } from './type-reference.js';

/** How a method is offered as a tool. */
export interface ToolOptions extends ToolMetadata {
  /** @default the method's name */
  readonly name?: string;
  /** What the tool does, for the model. @default the tool's name */
  readonly description?: string;
  /**
   * Makes the whole input one parameter of the method: a Standard Schema (zod, valibot, arktype …), a DTO class or raw
   * JSON Schema.
   */
  readonly parameters?: StandardSchema | Class | JsonSchema;
  /** What the model is sent for a Standard Schema in `parameters` that cannot tell its own JSON Schema. */
  readonly jsonSchema?: JsonSchema;
}

/** Makes a method of an injectable class a tool: `@Tool({ description: 'Look an order up by its number' })`. */
export function Tool(options: ToolOptions = {}): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor | undefined) => {
    if (typeof key === 'object') throw new ToolDeclarationException(STANDARD_DECORATORS);
    const methods: readonly PropertyKey[] = Reflect.getOwnMetadata(TOOL_METHODS, target) ?? [];
    Reflect.defineMetadata(TOOL_METHODS, [...methods.filter((known) => known !== key), key], target);
    Reflect.defineMetadata(TOOL_OPTIONS, options, target, key);
    if (!Reflect.hasOwnMetadata(TOOL_METHOD_SOURCE, target, key)) {
      Reflect.defineMetadata(TOOL_METHOD_SOURCE, descriptor?.value, target, key);
    }
  };
}

const STANDARD_DECORATORS =
  '@Tool() needs the decorators NestJS uses: set "experimentalDecorators" and "emitDecoratorMetadata" to true in tsconfig.json.';
