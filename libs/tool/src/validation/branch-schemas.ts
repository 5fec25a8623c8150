import { isList, isObject, objectOf } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { inPlaceSubschemas, unescapeStep } from '../schema/subschemas.js';

/** Finds the schemas of a union's branches that apply to a part of the value. */
export class BranchSchemas {
  private readonly known = new Map<unknown, ValuePart>();

  constructor(private readonly root: JsonSchema) {}

  /**
   * @param branches a branch, or a list of branches
   * @param path the JSON pointer from the value of the union to its part
   */
  at(branches: unknown, path: string): ReadonlySet<unknown> {
    let part = this.known.get(branches) ?? new ValuePart(isList(branches) ? branches : [branches], this.root);
    this.known.set(branches, part);
    for (const step of path.split('/').slice(1)) part = part.inner(unescapeStep(step));
    return part.schemas;
  }
}

/** The schemas that apply to one part of a value. */
class ValuePart {
  readonly schemas: ReadonlySet<unknown>;
  private readonly parts = new Map<string, ValuePart>();
  private named?: ReadonlyMap<string, readonly unknown[]>;
  private readonly others: unknown[] = [];

  constructor(
    schemas: readonly unknown[],
    private readonly root: JsonSchema,
  ) {
    const found = new Set(schemas.filter(isObject));
    // The set grows while it is read.
    for (const schema of found) {
      for (const inner of inPlaceSubschemas(schema, root)) found.add(inner);
      if (isObject(schema['propertyNames'])) found.add(schema['propertyNames']);
    }
    this.schemas = found;
  }

  /** @param step the name of a property, or the index of an item */
  inner(step: string): ValuePart {
    this.named ??= this.byStep();
    const part = this.parts.get(step) ?? new ValuePart([...(this.named.get(step) ?? []), ...this.others], this.root);
    this.parts.set(step, part);
    return part;
  }

  private byStep(): ReadonlyMap<string, readonly unknown[]> {
    const named = new Map<string, unknown[]>();
    for (const schema of this.schemas) {
      const { properties, prefixItems, patternProperties, ...others } = objectOf(schema);
      for (const [step, inner] of [...Object.entries(properties ?? {}), ...Object.entries(prefixItems ?? [])]) {
        const schemas = named.get(step) ?? [];
        schemas.push(inner);
        named.set(step, schemas);
      }
      const { items, contains, additionalProperties, unevaluatedProperties, unevaluatedItems } = others;
      const ofAny = [items, contains, additionalProperties, unevaluatedProperties, unevaluatedItems];
      this.others.push(...Object.values(objectOf(patternProperties)), ...ofAny);
    }
    return named;
  }
}
