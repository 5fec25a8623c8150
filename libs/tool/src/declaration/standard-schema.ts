/** A schema of any library that follows the Standard Schema specification, version 1. */
export interface StandardSchema {
  readonly '~standard': StandardSchemaProps;
}

/** What the specification, with its JSON Schema extension, promises of a schema. */
export interface StandardSchemaProps {
  readonly version: 1;
  readonly vendor: string;
  /** Only for the compiler: what it takes and what it makes of it. */
  readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
  readonly jsonSchema?:
    | { readonly input: (options: { readonly target: 'draft-2020-12' | 'draft-07' }) => Record<string, unknown> }
    | undefined;
}

/** What a Standard Schema says of a value: what it makes of it, or what is wrong. */
export type StandardResult =
  { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** One thing wrong with a value, in the words of the Standard Schema specification. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Tells a Standard Schema from a class or raw JSON Schema; some libraries make their schemas functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && '~standard' in value;
}
