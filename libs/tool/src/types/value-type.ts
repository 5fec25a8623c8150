import type { Class } from '#core';
import type { JsonSchema } from 'toolgate/model';
import type { StandardSchema } from '../schema/standard-schema.js';

/** The type of a value in a tool's input, which determines its schema and its conversion from JSON. */
export type ValueType =
  | {
      readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'object';
      readonly constraints?: JsonSchema;
    }
  | { readonly type: 'enum'; readonly values: readonly (string | number | boolean)[] }
  | { readonly type: 'array'; readonly of: ValueType; readonly constraints?: JsonSchema }
  /** `asMap`: the code takes a `Map`, not a plain object. */
  | { readonly type: 'map'; readonly of: ValueType; readonly asMap: boolean; readonly constraints?: JsonSchema }
  | { readonly type: 'dto'; readonly class: Class }
  | { readonly type: 'json'; readonly schema: JsonSchema }
  | { readonly type: 'standard'; readonly schema: StandardSchema; readonly jsonSchema: JsonSchema };

/** One property of an input object: a method's parameter, or a property of a DTO. */
export interface InputField {
  /** The name in the input. */
  readonly name: string;
  readonly type: ValueType;
  readonly required: boolean;
  /** Whether null is allowed too. */
  readonly nullable?: boolean;
  /** The annotations of the schema besides the type: description, default, examples. */
  readonly notes: JsonSchema;
}
