import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';
import { labelOf } from './field-labels.js';
import { currencyInDescription, currencyInName, isMinorUnits, kindOf, looksSecret, valueType } from './field-kind.js';
import type { Field, FieldKind, FieldLimits, FieldPath } from './field.js';
import { fitsType, isList, isObject, own, sameJson, type SchemaObject, typesOf, valuesOf } from './json-schema.js';
import { initialValue } from './initial-value.js';
import { type ResolvedSchema, resolveSchema } from './resolve-schema.js';

/** A value deeper than this is shown as JSON. */
const DEEPEST = 8;

interface Place {
  readonly root: SchemaObject;
  readonly path: FieldPath;
  readonly refs: readonly string[];
  readonly required: boolean;
  readonly isUnnamed: boolean;
  /** The currency that a property beside the value, or around it, states. */
  readonly currency: string | undefined;
  readonly value: JsonBody | undefined;
  readonly asked: JsonBody | undefined;
}

/**
 * Returns the fields of a tool's arguments: those of the schema in its order, then those that it does not name. The
 * kinds follow from `asked`, the arguments before a person edits them, so that a field keeps its kind while it is typed.
 */
export const fieldsOf = (
  schema: JsonBody | undefined,
  args: JsonObjectBody,
  asked: JsonObjectBody = args,
): readonly Field[] => {
  const root = isObject(schema) ? schema : {};
  const resolved = resolveSchema(root, { root, refs: [], value: asked });
  const place = { root, path: [], refs: resolved.refs, required: true, isUnnamed: false, currency: undefined };
  return membersOf(resolved, { ...place, value: args, asked });
};

const fieldOf = (given: JsonBody | undefined, place: Place): Field => {
  const { path, value, asked = value, root } = place;
  const resolved = resolveSchema(given, { root, refs: place.refs, value: asked });
  const { schema } = resolved;
  const name = nameOf(path);
  const hasCurrency = place.currency !== undefined;
  const fits = value === undefined || (value === null && resolved.nullable) || fitsSchema(schema, value);
  const isJson = resolved.opaque || !fits || path.length > DEEPEST;
  const kind = isJson ? 'json' : kindOf({ name, schema, value: asked, hasCurrency });
  const description = own(schema, 'description');
  const limits = limitsOf(schema);
  return {
    path,
    label: titleOf(schema) ?? (place.isUnnamed ? name : labelOf(name)),
    ...(typeof description === 'string' && description !== '' && { description }),
    kind,
    isText: valueType(schema, asked) === 'string',
    required: place.required,
    nullable: resolved.nullable,
    present: value !== undefined,
    value,
    initial: initialValue(schema, kind),
    ...(kind === 'choice' && { choices: choicesOf(schema) }),
    ...(limits && { limits }),
    ...(kind === 'money' && moneyOf(name, schema, place.currency)),
    ...contentOf(resolved, kind, place),
    ...(place.isUnnamed && { isUnnamed: true }),
    ...(!fits && { isMisfit: true }),
    ...(looksSecret(name, schema) && { secretLooking: true }),
  };
};

const fitsSchema = (schema: SchemaObject, value: JsonBody): boolean =>
  fitsType(typesOf(schema), value) && (valuesOf(schema)?.some((one) => sameJson(one, value)) ?? true);

const contentOf = (resolved: ResolvedSchema, kind: FieldKind, place: Place): Partial<Field> => {
  // A form shows what an absent object may contain after a person has added it: schemas may be very deep.
  if (place.value === undefined) return kind === 'list' || kind === 'object' ? { fields: [] } : {};
  if (kind === 'object') {
    const more = own(resolved.schema, 'additionalProperties');
    const isOpen = more !== false && (more !== undefined || own(resolved.schema, 'properties') === undefined);
    return { fields: membersOf(resolved, place), ...(isOpen && { propertyInitial: initialOf(more, resolved, place) }) };
  }
  if (kind !== 'list') return {};
  const items = own(resolved.schema, 'items');
  return {
    fields: itemsOf(resolved, place),
    ...(items !== false && { itemInitial: initialOf(items, resolved, place) }),
  };
};

const initialOf = (given: JsonBody | undefined, { refs }: ResolvedSchema, { root, path }: Place): JsonBody => {
  const { schema, opaque } = resolveSchema(given, { root, refs, value: undefined });
  const kind = kindOf({ name: nameOf(path), schema, value: undefined, hasCurrency: false });
  return initialValue(schema, opaque ? 'json' : kind);
};

const membersOf = ({ schema, refs }: ResolvedSchema, place: Place): readonly Field[] => {
  const { value, asked } = place;
  const values = isObject(value) ? value : {};
  const askedValues = isObject(asked) ? asked : values;
  const properties = own(schema, 'properties');
  const named = isObject(properties) ? properties : {};
  const required = own(schema, 'required');
  const more = own(schema, 'additionalProperties');
  const currency = currencyOf(values) ?? place.currency;
  const unnamed = Object.keys(values).filter((name) => !Object.hasOwn(named, name));
  return [...Object.keys(named), ...unnamed].map((name) =>
    fieldOf(Object.hasOwn(named, name) ? named[name] : more || {}, {
      ...place,
      path: [...place.path, name],
      refs,
      required: isList(required) && required.includes(name),
      // The schema of a map describes properties that it does not name, so they are expected.
      isUnnamed: !Object.hasOwn(named, name) && !isObject(more) && namesItsProperties(schema),
      currency,
      value: own(values, name),
      asked: own(askedValues, name),
    }),
  );
};

/** A schema that neither names properties nor forbids others expects any name. */
const namesItsProperties = (schema: SchemaObject): boolean =>
  own(schema, 'properties') !== undefined || own(schema, 'additionalProperties') === false;

const itemsOf = ({ schema, refs }: ResolvedSchema, place: Place): readonly Field[] => {
  const { value, asked } = place;
  const values = isList(value) ? value : [];
  const askedValues = isList(asked) ? asked : values;
  const first = own(schema, 'prefixItems');
  const items = own(schema, 'items');
  return values.map((item, index) =>
    fieldOf((isList(first) ? first[index] : undefined) ?? items, {
      ...place,
      path: [...place.path, index],
      refs,
      required: true,
      isUnnamed: false,
      value: item,
      asked: askedValues[index],
    }),
  );
};

/** An item of a list has the name of its list. */
const nameOf = (path: FieldPath): string => {
  const name = path.findLast((step) => typeof step === 'string');
  return typeof name === 'string' ? name : '';
};

const titleOf = (schema: SchemaObject): string | undefined => {
  const title = own(schema, 'title');
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
};

const choicesOf = (schema: SchemaObject): Field['choices'] =>
  valuesOf(schema)
    ?.filter((value) => value !== null)
    .map((value) => ({ value, label: String(value) }));

const currencyOf = (values: JsonObjectBody): string | undefined => {
  for (const name of ['currency', 'currencyCode', 'currency_code']) {
    const code = own(values, name);
    if (typeof code === 'string' && /^[A-Za-z]{3}$/.test(code)) return code.toUpperCase();
  }
  return undefined;
};

const moneyOf = (name: string, schema: SchemaObject, beside: string | undefined): Partial<Field> => {
  const currency = currencyInName(name) ?? beside ?? currencyInDescription(schema);
  return { ...(currency !== undefined && { currency }), ...(isMinorUnits(name, schema) && { isMinorUnit: true }) };
};

const LIMITS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
];

const limitsOf = (schema: SchemaObject): FieldLimits | undefined => {
  const numbers = LIMITS.filter((name) => typeof own(schema, name) === 'number').map((name) => [name, schema[name]]);
  const pattern = own(schema, 'pattern');
  const limits = Object.fromEntries(typeof pattern === 'string' ? [...numbers, ['pattern', pattern]] : numbers);
  return Object.keys(limits).length > 0 ? limits : undefined;
};
