import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { StandardSchema } from './standard-schema.js';
import type { Class } from './type-reference.js';

/** What says how a whole input looks: a Standard Schema (zod, valibot, arktype …), a DTO class or raw JSON Schema. */
export type ParametersSource = StandardSchema | Class | JsonSchema;

/** What a source makes of an input: a schema's output, a class's instance, or plain JSON. */
export type InputOf<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer Output }
    ? Output
    : unknown
  : S extends Class<infer Instance>
    ? Instance
    : JsonObject;
