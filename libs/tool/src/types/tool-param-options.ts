import type { JsonSchema, JsonValue } from 'toolgate/model';
import type { StandardSchema } from '../schema/standard-schema.js';
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
