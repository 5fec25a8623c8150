import type { Class } from '#core';
import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { StandardSchema } from '../schema/standard-schema.js';

/** The source of a whole input's schema: a Standard Schema (zod, valibot, arktype …), a DTO class or raw JSON Schema. */
export type ParametersSource = StandardSchema | Class | JsonSchema;

/** The type of an input after conversion: a schema's output, a class's instance, or plain JSON. */
export type InputOf<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer Output }
    ? Output
    : unknown
  : S extends Class<infer Instance>
    ? Instance
    : JsonObject;
