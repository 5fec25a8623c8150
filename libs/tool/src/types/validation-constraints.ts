import type { JsonSchema, JsonValue } from 'toolgate/model';
import type { Validation } from './class-validator.js';

type Limit = (first: unknown, second: unknown) => JsonSchema | undefined;
/** The types that class-validator's decorators limit. */
export type LimitedKind = 'string' | 'number' | 'array' | 'object' | 'date' | 'boolean';

/** What every date of ISO 8601 begins with: `2026`, `2026-01-31`, `20260131`, `2026-W05`. */
const ISO_DATE = { pattern: '^[+-]?\\d{4}(-?(\\d{2}|W\\d{2})|$)' };

// A limit may not reject what class-validator accepts: the format "email" has no letters beyond ASCII.
const STRINGS: Readonly<Record<string, Limit>> = {
  isNotEmpty: () => ({ minLength: 1 }),
  isLength: (min, max) => ({ ...(min !== 0 && number('minLength', min)), ...number('maxLength', max) }),
  minLength: (min) => number('minLength', min),
  maxLength: (max) => number('maxLength', max),
  matches: (pattern, modifiers) => patternKeyword(pattern, modifiers),
  isEmail: () => ({ pattern: '^.+@.+$' }),
  isUuid: () => ({ format: 'uuid' }),
  isDateString: () => ISO_DATE,
  isIso8601: () => ISO_DATE,
  isRFC3339: () => ({ pattern: '^\\d{4}-\\d{2}-\\d{2}' }),
  isMongoId: () => ({ pattern: '^[0-9a-fA-F]{24}$' }),
  isIp: (version) => (String(version) === '4' ? { format: 'ipv4' } : undefined),
};

const NUMBERS: Readonly<Record<string, Limit>> = {
  min: (min) => number('minimum', min),
  max: (max) => number('maximum', max),
  isPositive: () => ({ exclusiveMinimum: 0 }),
  isNegative: () => ({ exclusiveMaximum: 0 }),
  isDivisibleBy: (divisor) => number('multipleOf', divisor),
};

const LISTS: Readonly<Record<string, Limit>> = {
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMinSize: (min) => number('minItems', min),
  arrayMaxSize: (max) => number('maxItems', max),
};

const BY_KIND: Readonly<Record<LimitedKind, Readonly<Record<string, Limit>>>> = {
  string: STRINGS,
  number: NUMBERS,
  array: LISTS,
  object: { isNotEmptyObject: () => ({ minProperties: 1 }) },
  date: {},
  boolean: {},
};

/** Converts the limits of class-validator's decorators to JSON Schema, as far as keywords exist. */
export function validationConstraints(validations: readonly Validation[], kind: LimitedKind): JsonSchema {
  const limits = BY_KIND[kind];
  return validations.reduce<JsonSchema>((known, { name = '', constraints: [first, second] = [] }) => {
    const added = Object.hasOwn(limits, name) ? limits[name]?.(first, second) : undefined;
    return added ? stricter(known, added) : known;
  }, {});
}

/** Merges limits. A value must keep all of them, so the schema states the stricter one of two: `@IsNotEmpty() @MinLength(8)`. */
function stricter(known: JsonSchema, added: JsonSchema): JsonSchema {
  const merged = Object.entries(added).map(([keyword, value]) => {
    const other = known[keyword];
    const choose = keyword.startsWith('min') ? Math.max : keyword.startsWith('max') ? Math.min : undefined;
    const areNumbers = typeof value === 'number' && typeof other === 'number';
    return [keyword, choose && areNumbers ? choose(value, other) : value];
  });
  return { ...known, ...Object.fromEntries(merged) };
}

function number(keyword: string, value: unknown): JsonSchema {
  return typeof value === 'number' && Number.isFinite(value) ? { [keyword]: value satisfies JsonValue } : {};
}

/** Returns the pattern of a regular expression if JSON Schema reads it the same way; JSON Schema has no flags. */
function patternKeyword(pattern: unknown, modifiers: unknown): JsonSchema | undefined {
  const { source, flags } =
    pattern instanceof RegExp ? pattern : { source: String(pattern), flags: String(modifiers ?? '') };
  if (/[imsvy]/u.test(flags)) return undefined;
  try {
    return { pattern: new RegExp(source, 'u').source };
  } catch {
    return undefined;
  }
}
