import type { ErrorObject } from 'ajv/dist/2020.js';
import { isList, isObject, objectOf, ownValue } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { placeAt } from '../schema/subschemas.js';
import { BranchSchemas } from './branch-schemas.js';
import { parentOf } from './meant-errors.js';
import { isWithin, pathsOfUnions } from './real-unions.js';

/**
 * Removes each optional property whose value is `null`, if its schema does not allow `null`: models write `null` for a value
 * that they leave out. A required property, an item of a list, an entry of a map and a property inside a union are kept.
 * @returns whether a property was removed
 */
export function leaveOutNulls(input: JsonValue, errors: readonly ErrorObject[], root: JsonSchema): boolean {
  const paths = new Set(
    errors.map(({ instancePath }) => instancePath).filter((path) => path !== '' && isNull(input, path)),
  );
  if (paths.size === 0) return false;
  const unions = pathsOfUnions(errors);
  const schemas = new BranchSchemas(root);
  return [...paths]
    .map((path) => {
      const { owner, key } = placeAt(input, path);
      const around = parentOf(path);
      if (isWithin(around, unions) || !isOptional(key, schemas.at(root, around))) return false;
      return delete (owner as Record<string, unknown>)[key];
    })
    .includes(true);
}

function isNull(input: JsonValue, path: string): boolean {
  const { owner, key } = placeAt(input, path);
  return isObject(owner) && ownValue(owner, key) === null;
}

/** Whether the schemas of an object declare a property and none of them requires it. */
function isOptional(key: string, schemas: ReadonlySet<unknown>): boolean {
  const all = [...schemas].map(objectOf);
  const isDeclared = all.some(({ properties }) => Object.hasOwn(objectOf(properties), key));
  return isDeclared && !all.some(({ required }) => isList(required) && required.includes(key));
}
