import { isObject, objectOf, ownValue } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { inPlaceSubschemas, unescapeStep } from '../schema/subschemas.js';

type Schemas = ReadonlySet<unknown>;

/** Finds the schemas of a union's branch that apply to a part of the value. */
export class BranchSchemas {
  private readonly known = new Map<unknown, Map<string, Schemas>>();

  constructor(private readonly root: JsonSchema) {}

  /** @param path the JSON pointer from the value of the union to its part */
  at(branch: unknown, path: string): Schemas {
    const paths = this.known.get(branch) ?? new Map<string, Schemas>();
    this.known.set(branch, paths);
    const found = paths.get(path) ?? this.find(branch, path);
    paths.set(path, found);
    return found;
  }

  private find(branch: unknown, path: string): Schemas {
    if (path === '') return this.withInPlace([branch]);
    const end = path.lastIndexOf('/');
    const step = unescapeStep(path.slice(end + 1));
    return this.withInPlace([...this.at(branch, path.slice(0, end))].flatMap((schema) => schemasOfPart(schema, step)));
  }

  private withInPlace(schemas: readonly unknown[]): Schemas {
    const found = new Set(schemas.filter(isObject));
    // The set grows while it is read.
    for (const schema of found) {
      for (const inner of inPlaceSubschemas(schema as JsonSchema, this.root)) found.add(inner);
      if (isObject(schema['propertyNames'])) found.add(schema['propertyNames']);
    }
    return found;
  }
}

const schemasOfPart = (schema: unknown, step: string): readonly unknown[] => {
  const { properties, prefixItems, patternProperties, ...others } = objectOf(schema);
  const { items, contains, additionalProperties, unevaluatedProperties, unevaluatedItems } = others;
  const rest = [items, contains, additionalProperties, unevaluatedProperties, unevaluatedItems];
  return [
    ownValue(properties, step),
    ownValue(prefixItems, step),
    ...Object.values(objectOf(patternProperties)),
    ...rest,
  ];
};
