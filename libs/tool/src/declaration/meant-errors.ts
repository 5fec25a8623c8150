import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonValue } from 'toolgate/model';
import { isObject } from './subschemas.js';
import { compileCannotFit } from './union-branch.js';

/** A union that a value does not fit. */
export interface FailedUnion {
  readonly error: ErrorObject;
  /** Where the errors of the one branch are that its discriminators leave; absent where they leave several. */
  readonly meant: string | undefined;
}

/** The unions that do not fit: by their place in the schema, and then by that in the value. */
export type FailedUnions = ReadonlyMap<string, ReadonlyMap<string, FailedUnion>>;

/** Finds the unions that do not fit. */
export function failedUnions(errors: readonly ErrorObject[]): FailedUnions {
  const unions = new Map<string, Map<string, FailedUnion>>();
  for (const error of errors) {
    if (!isUnion(error)) continue;
    const places = unions.get(error.schemaPath) ?? new Map<string, FailedUnion>();
    unions.set(error.schemaPath, places.set(error.instancePath, { error, meant: meantBranch(error) }));
  }
  return unions;
}

/** The unions whose branches an error belongs to; of one that contains itself, the innermost. */
export function unionsAround(error: ErrorObject, unions: FailedUnions): readonly FailedUnion[] {
  const around: FailedUnion[] = [];
  for (const [schemaPath, places] of unions) {
    const union = error.schemaPath.startsWith(`${schemaPath}/`) && innermost(places, error.instancePath);
    if (union) around.push(union);
  }
  return around;
}

/** What is kept for a place, or for the nearest one that it is in. */
export function innermost<T>(places: ReadonlyMap<string, T>, instancePath: string): T | undefined {
  for (let path = instancePath; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const found = places.get(path);
    if (found !== undefined || path === '') return found;
  }
}

/**
 * Leaves out what says nothing about the value that was meant: why a branch of a union does not fit says it only where
 * the discriminators leave one branch, and then it says more than that the union does not fit.
 */
export function meantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = failedUnions(errors);
  if (unions.size === 0) return errors;
  return errors.filter((error) => {
    if (isUnion(error) && unions.get(error.schemaPath)?.get(error.instancePath)?.meant !== undefined) return false;
    const around = unionsAround(error, unions);
    const isMeant = around.every(({ meant }) => meant !== undefined && error.schemaPath.startsWith(meant));
    // What a branch does not have would have been stripped, had the rest of it fitted.
    return isMeant && !(around.length > 0 && error.keyword === 'additionalProperties');
  });
}

/** Tells the error of a union from those of its branches. */
export function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function meantBranch({ schema, data, schemaPath, params }: ErrorObject): string | undefined {
  // Of `oneOf`, too many branches fit.
  if (!Array.isArray(schema) || Array.isArray((params as { passingSchemas?: unknown }).passingSchemas))
    return undefined;
  const possible = [...(schema as readonly unknown[]).entries()].filter(
    ([, branch]) => !isObject(branch) || '$ref' in branch || !compileCannotFit(branch, {})(data as JsonValue),
  );
  const [first] = possible;
  return first && possible.length === 1 && isObject(first[1]) && !('$ref' in first[1])
    ? `${schemaPath}/${first[0]}/`
    : undefined;
}
