import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import type { InputOf, ParametersSource } from './parameters-source.js';

/**
 * The source of a JSON value's schema: a Standard Schema (zod, valibot, arktype …), a DTO class, `String` and similar types,
 * raw JSON Schema, or a list of one of these (`[Item]`).
 */
export type JsonSource = ParametersSource | readonly [JsonSource];

/** The type of a JSON value after conversion: a schema's output, a class's instance, a list of them, or plain JSON. */
export type ValueOf<S> = S extends readonly [infer Item]
  ? ValueOf<Item>[]
  : S extends { readonly '~standard': unknown }
    ? InputOf<S>
    : S extends ScalarClass
      ? ReturnType<S>
      : S extends DateConstructor
        ? Date
        : S extends JsonSchema
          ? JsonOf<S>
          : InputOf<S>;

type ScalarClass = StringConstructor | NumberConstructor | BooleanConstructor;

interface JsonTypes {
  readonly array: readonly JsonValue[];
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
}

type JsonOf<S> = S extends { readonly type: infer T extends keyof JsonTypes } ? JsonTypes[T] : JsonObject;
