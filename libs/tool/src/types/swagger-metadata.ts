import { type Class, prototypeChain } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import type { EnumValues } from './tool-param-options.js';
import { enumValues } from './type-from-options.js';
import { typeOfReference } from './type-of-reference.js';
import type { TypeReference } from './type-reference.js';
import type { ValueType } from './value-type.js';

/** The metadata of @nestjs/swagger's decorators, or of its compiler plugin, on a property. Read without the package. */
export interface SwaggerProperty {
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly enum?: EnumValues | (() => EnumValues);
  readonly items?: JsonSchema;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly example?: JsonValue;
  readonly examples?: unknown;
  readonly [keyword: string]: unknown;
}

const PROPERTY = 'swagger/apiModelProperties';
const PROPERTIES = 'swagger/apiModelPropertiesArray';
const SCHEMA = 'swagger/apiSchema';
const PLUGIN = '_OPENAPI_METADATA_FACTORY';
const LIMITS =
  'format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems'.split(
    ' ',
  );
const OF_LISTS: ReadonlySet<string> = new Set(['minItems', 'maxItems', 'uniqueItems']);
const NAMED: Readonly<Record<string, ValueType>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
};

/** Returns swagger's metadata of each property of a class, by name, the ancestors' first. */
export function swaggerOf(type: Class): ReadonlyMap<string, SwaggerProperty> {
  const found = new Map<string, SwaggerProperty>();
  for (const target of prototypeChain(type.prototype).toReversed()) {
    const owner = target.constructor as unknown as Record<string, (() => Record<string, SwaggerProperty>) | undefined>;
    const plugin = Object.hasOwn(owner, PLUGIN) ? (owner[PLUGIN]?.() ?? {}) : {};
    for (const [key, said] of Object.entries(plugin)) found.set(key, { ...found.get(key), ...said });
    const marked: readonly string[] = Reflect.getOwnMetadata(PROPERTIES, target) ?? [];
    for (const key of marked.map((name) => name.slice(1))) {
      const said: SwaggerProperty = Reflect.getOwnMetadata(PROPERTY, target, key) ?? {};
      found.set(key, { ...found.get(key), ...said });
    }
  }
  return found;
}

/** Returns the description of `@ApiSchema()` on a class itself; subclasses do not inherit it. */
export function swaggerDescription(type: Class): string | undefined {
  const said: readonly { readonly description?: unknown }[] = Reflect.getOwnMetadata(SCHEMA, type) ?? [];
  const description = said.at(-1)?.description;
  return typeof description === 'string' ? description : undefined;
}

/** Returns the type of swagger's options; undefined if it only repeats the type that the compiler wrote. */
export function swaggerType(
  { type, isArray, enum: values, items }: SwaggerProperty,
  designType: unknown,
): ValueType | undefined {
  const choice = values ?? items?.['enum'];
  if (choice !== undefined) {
    const said: EnumValues = typeof choice === 'function' ? choice() : (choice as EnumValues);
    return listIf(isArray === true || type === 'array', { type: 'enum', values: enumValues(said) });
  }
  if (typeof type === 'string') return NAMED[type] && listIf(isArray === true, NAMED[type]);
  if (type === undefined || (type === designType && isArray !== true)) return undefined;
  return listIf(isArray === true, typeOfReference(type as TypeReference));
}

/** Returns the limits of a list and those of its items. As in swagger itself, most limits apply to the items. */
export function swaggerListLimits(said: SwaggerProperty): { readonly list: JsonSchema; readonly items: JsonSchema } {
  const limits = Object.entries(swaggerLimits(said));
  const items = limits.filter(([keyword]) => !OF_LISTS.has(keyword));
  return {
    list: Object.fromEntries(limits.filter(([keyword]) => OF_LISTS.has(keyword))),
    items: { ...swaggerLimits(said.items ?? {}), ...Object.fromEntries(items) },
  };
}

/** Returns the limits of swagger's options, as JSON Schema. */
export function swaggerLimits(said: SwaggerProperty): JsonSchema {
  // Older dialects have `exclusiveMinimum: true` beside `minimum`, which JSON Schema does not support.
  const known = LIMITS.filter((keyword) => said[keyword] !== undefined && said[keyword] !== null);
  return Object.fromEntries(
    known
      .filter((keyword) => !keyword.startsWith('exclusive') || typeof said[keyword] === 'number')
      .map((keyword) => [keyword, said[keyword] as JsonValue]),
  );
}

function listIf(isList: boolean, of: ValueType): ValueType {
  return isList && of.type !== 'array' ? { type: 'array', of } : of;
}
