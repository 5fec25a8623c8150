import { isPromiseLike } from '#core';

/** A schema of any library that follows the Standard Schema specification, version 1. */
export interface StandardSchema {
  readonly '~standard': StandardSchemaProps;
}

/** The properties of a schema by the specification and its JSON Schema extension. */
export interface StandardSchemaProps {
  readonly version: 1;
  readonly vendor: string;
  /** The input and output types; exists only for the compiler. */
  readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
  readonly jsonSchema?:
    | { readonly input: (options: { readonly target: 'draft-2020-12' | 'draft-07' }) => Record<string, unknown> }
    | undefined;
}

/** The result of a Standard Schema: the converted value, or issues. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One issue, as the Standard Schema specification defines it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Returns whether a value is a Standard Schema, not a class or raw JSON Schema. Schemas of some libraries are
 * functions.
 */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && '~standard' in value;
}

/** Whether a schema accepts `undefined` and leaves it unchanged, as far as a synchronous validation shows. */
export function acceptsUndefined(schema: StandardSchema): boolean {
  try {
    const result = schema['~standard'].validate(undefined);
    if (!isPromiseLike(result)) return !result.issues && result.value === undefined;
    result.then(undefined, () => {});
    return false;
  } catch {
    return false;
  }
}
