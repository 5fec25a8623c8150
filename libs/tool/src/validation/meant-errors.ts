import type { ErrorObject } from 'ajv/dist/2020.js';
import { isList, isObject } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { compileCannotFit } from '../schema/union-branch.js';
import { BranchSchemas } from './branch-schemas.js';

/** A union that a value does not match. */
interface FailedUnion {
  readonly error: ErrorObject;
  /** The only branch that the discriminators allow; absent if they allow several. */
  readonly meant: unknown;
}

/** The failed unions of a value, by their path. */
interface FailedUnions {
  readonly places: ReadonlyMap<string, readonly FailedUnion[]>;
  /** The number of unions in the schema that failed: a recursive one fails at several paths. */
  readonly distinct: number;
  readonly schemas: BranchSchemas;
}

/** Finds the failed unions. */
export function failedUnions(errors: readonly ErrorObject[], root: JsonSchema): FailedUnions {
  const places = new Map<string, FailedUnion[]>();
  const distinct = new Set<unknown>();
  for (const error of errors) {
    if (!isUnion(error)) continue;
    distinct.add(error.schema);
    const place = places.get(error.instancePath) ?? [];
    place.push({ error, meant: meantBranch(error, root) });
    places.set(error.instancePath, place);
  }
  return { places, distinct: distinct.size, schemas: new BranchSchemas(root) };
}

/** Returns the unions whose branches an error belongs to; for a recursive union, the innermost occurrence. */
export function unionsAround(error: ErrorObject, unions: FailedUnions): readonly FailedUnion[] {
  const around = new Map<unknown, FailedUnion>();
  for (let path = error.instancePath; around.size < unions.distinct; path = parentOf(path)) {
    for (const union of unions.places.get(path) ?? []) {
      const { schema } = union.error;
      if (!around.has(schema) && isInside(error, union, unions)) around.set(schema, union);
    }
    if (path === '') break;
  }
  return [...around.values()];
}

/**
 * Removes errors that do not help to correct the value. The errors of a union's branch are kept only if the discriminators
 * allow no other branch; they then replace the error of the union itself.
 */
export function meantErrors(errors: readonly ErrorObject[], root: JsonSchema): readonly ErrorObject[] {
  const unions = failedUnions(errors, root);
  if (unions.distinct === 0) return errors;
  return errors.filter((error) => {
    const own = unions.places.get(error.instancePath)?.find((union) => union.error === error);
    if (own?.meant !== undefined) return false;
    const around = unionsAround(error, unions);
    const isMeant = around.every((union) => union.meant !== undefined && isErrorOf(error, union.meant, union, unions));
    // Unknown properties of a branch would have been stripped if the rest of it were valid.
    return isMeant && !(around.length > 0 && error.keyword === 'additionalProperties');
  });
}

/** Whether the union itself reports the error, and not one of its branches. */
export function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function meantBranch({ schema, data, params }: ErrorObject, root: JsonSchema): unknown {
  // Too many branches of a `oneOf` match.
  if (!isList(schema) || Array.isArray(params.passingSchemas)) return undefined;
  const possible = schema.filter((branch) => !isObject(branch) || !compileCannotFit(branch, root)(data as JsonValue));
  return possible.length === 1 && isObject(possible[0]) ? possible[0] : undefined;
}

function isInside(error: ErrorObject, union: FailedUnion, unions: FailedUnions): boolean {
  return union.error !== error && isErrorOf(error, union.error.schema, union, unions);
}

// The schema path of an error is no help, because it starts anew in a referenced schema. The schema `false` is no object.
function isErrorOf(error: ErrorObject, branches: unknown, union: FailedUnion, { schemas }: FailedUnions): boolean {
  const path = error.instancePath.slice(union.error.instancePath.length);
  return error.keyword === 'false schema' || schemas.at(branches, path).has(error.parentSchema);
}

/** Returns the path of the value that contains the value at a path. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
