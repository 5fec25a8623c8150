import type { JsonSchema, JsonValue } from 'toolgate/model';
import { ToolDeclarationException } from '../tool.errors.js';
import { checkParamOptions } from './check-param-options.js';
import { TOOL_METHOD_SOURCE, TOOL_PARAMETERS, TOOL_PROPERTIES } from './declaration.constants.js';
import type { StandardSchema } from './standard-schema.js';
import type { TypeReference } from './type-reference.js';

/** The values of an enum: the enum itself, or a list. */
export type EnumValues = Readonly<Record<string, string | number>> | readonly (string | number | boolean)[];

/** Describes a tool's parameter, or a property of its DTO. Missing options are read from the code. */
export interface ToolParamOptions {
  /** @default the parameter's or property's own name */
  readonly name?: string;
  /** Describes the value to the model. */
  readonly description?: string;
  /** @default true, unless it has a default value or another library's decorator makes it optional */
  readonly required?: boolean;
  /** The class of the value; a list of one for arrays: `type: () => [Item]`. */
  readonly type?: TypeReference;
  /** The class of a list's items: `items: Item` is the same as `type: () => [Item]`. */
  readonly items?: TypeReference;
  /** The allowed values: `enum: Status`. With `items: String`, or `type: () => [String]`, a list of them. */
  readonly enum?: EnumValues;
  /** A Standard Schema (zod, valibot, arktype …) or raw JSON Schema for this one parameter. */
  readonly schema?: StandardSchema | JsonSchema;
  /** The JSON Schema sent to the model, for a Standard Schema in `schema` that cannot export its own. */
  readonly jsonSchema?: JsonSchema;
  /** The value type of a map with any keys: `mapOf: () => Item`. */
  readonly mapOf?: TypeReference;
  readonly examples?: readonly JsonValue[];
  /** The value if the model leaves it out; makes it optional. */
  readonly default?: JsonValue;
}

/** The `@ToolParam` options of one DTO property. */
export interface ToolProperty {
  readonly key: PropertyKey;
  readonly options: ToolParamOptions;
}

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
