import type { ErrorObject } from 'ajv/dist/2020.js';
import { isList, isObject } from '#core';
import type { JsonValue } from 'toolgate/model';
import { compileCannotFit } from '../schema/union-branch.js';

/** A union that a value does not match. */
interface FailedUnion {
  readonly error: ErrorObject;
  /** The schema path of the only branch that the discriminators allow; absent if they allow several. */
  readonly meant: string | undefined;
}

/** The failed unions, by their path in the schema and then by their path in the value. */
type FailedUnions = ReadonlyMap<string, ReadonlyMap<string, FailedUnion>>;

/** Finds the failed unions. */
export function failedUnions(errors: readonly ErrorObject[]): FailedUnions {
  const unions = new Map<string, Map<string, FailedUnion>>();
  for (const error of errors) {
    if (!isUnion(error)) continue;
    const places = unions.get(error.schemaPath) ?? new Map<string, FailedUnion>();
    unions.set(error.schemaPath, places.set(error.instancePath, { error, meant: meantBranch(error) }));
  }
  return unions;
}

/** Returns the unions whose branches an error belongs to; for a recursive union, the innermost occurrence. */
export function unionsAround(error: ErrorObject, unions: FailedUnions): readonly FailedUnion[] {
  const around: FailedUnion[] = [];
  for (const [schemaPath, places] of unions) {
    const union = error.schemaPath.startsWith(`${schemaPath}/`) && innermost(places, error.instancePath);
    if (union) around.push(union);
  }
  return around;
}

/** Returns the entry of a path, or of its nearest ancestor. */
export function innermost<T>(places: ReadonlyMap<string, T>, instancePath: string): T | undefined {
  for (let path = instancePath; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const found = places.get(path);
    if (found !== undefined || path === '') return found;
  }
}

/**
 * Removes errors that do not help to correct the value. The errors of a union's branch are kept only if the discriminators
 * allow no other branch; they then replace the error of the union itself.
 */
export function meantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = failedUnions(errors);
  if (unions.size === 0) return errors;
  return errors.filter((error) => {
    if (isUnion(error) && unions.get(error.schemaPath)?.get(error.instancePath)?.meant !== undefined) return false;
    const around = unionsAround(error, unions);
    const isMeant = around.every(({ meant }) => meant !== undefined && error.schemaPath.startsWith(meant));
    // Unknown properties of a branch would have been stripped if the rest of it were valid.
    return isMeant && !(around.length > 0 && error.keyword === 'additionalProperties');
  });
}

/** Whether the union itself reports the error, and not one of its branches. */
export function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function meantBranch({ schema, data, schemaPath, params }: ErrorObject): string | undefined {
  // Too many branches of a `oneOf` match.
  if (!isList(schema) || Array.isArray(params.passingSchemas)) return undefined;
  const possible = [...schema.entries()].filter(
    ([, branch]) => !isObject(branch) || '$ref' in branch || !compileCannotFit(branch, {})(data as JsonValue),
  );
  const [first] = possible;
  return first && possible.length === 1 && isObject(first[1]) && !('$ref' in first[1])
    ? `${schemaPath}/${first[0]}/`
    : undefined;
}
