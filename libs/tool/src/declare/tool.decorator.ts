import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_METHOD_SOURCE, TOOL_METHODS, TOOL_OPTIONS } from '../tool.constants.js';
import { classNameOf } from './guard-method.js';
import { assertOptions } from './check-tool-options.js';
import type { ToolOptions } from './tool-options.js';

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

const STANDARD_DECORATORS =
  '@Tool() needs the decorators that NestJS uses. Set "experimentalDecorators" and "emitDecoratorMetadata" to true in tsconfig.json.';
