import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_METHOD_SOURCE, TOOL_PARAMETERS, TOOL_PROPERTIES } from '../tool.constants.js';
import type { ToolParamOptions, ToolProperty } from '../types/tool-param-options.js';
import { checkParamOptions } from './check-param-options.js';

/** Describes a parameter of a tool, or a property of a DTO, to the model. */
export function ToolParam(options: ToolParamOptions = {}): ParameterDecorator & PropertyDecorator {
  return (target: object, key: PropertyKey | undefined, index?: unknown) => {
    if (key === undefined) {
      throw new ToolDeclarationException(
        `@ToolParam() is on a constructor parameter of ${(target as { name?: string }).name}. Put it on parameters of @Tool() methods and on properties of DTOs.`,
      );
    }
    checkParamOptions(placeOf(target, key, index), options);
    if (typeof index === 'number') describeParameter(target, key as string, index, options);
    else describeProperty(target, key, options);
  };
}

function placeOf(target: object, key: PropertyKey, index: unknown): string {
  const { name } = typeof target === 'function' ? target : target.constructor;
  return `${name}.${String(key)}${typeof index === 'number' ? `, parameter ${index}` : ''}`;
}

function describeParameter(target: object, key: string, index: number, options: ToolParamOptions): void {
  const known: Readonly<Record<number, ToolParamOptions>> = Reflect.getOwnMetadata(TOOL_PARAMETERS, target, key) ?? {};
  Reflect.defineMetadata(TOOL_PARAMETERS, { ...known, [index]: { ...known[index], ...options } }, target, key);
  if (!Reflect.hasOwnMetadata(TOOL_METHOD_SOURCE, target, key)) {
    // Parameter decorators run first, before a decorator that wraps the method hides the parameters' names.
    Reflect.defineMetadata(TOOL_METHOD_SOURCE, Object.getOwnPropertyDescriptor(target, key)?.value, target, key);
  }
}

function describeProperty(target: object, key: PropertyKey, options: ToolParamOptions): void {
  const known: readonly ToolProperty[] = Reflect.getOwnMetadata(TOOL_PROPERTIES, target) ?? [];
  Reflect.defineMetadata(TOOL_PROPERTIES, [...known, { key, options }], target);
}
