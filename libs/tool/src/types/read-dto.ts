import { type Class, prototypeChain } from '#core';
import type { JsonValue } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_PROPERTIES } from '../tool.constants.js';
import { type Transformer, transformerOf } from './class-transformer.js';
import { type Validation, validationsOf } from './class-validator.js';
import { dtoFieldType, type PropertySources } from './dto-field-type.js';
import { fieldNotes, isOptionalSchema, schemaDefault } from './field-notes.js';
import { overridePlugin, pluginClass } from './plugin-metadata.js';
import { swaggerDescription, type SwaggerProperty, swaggerOf } from './swagger-metadata.js';
import { LIST_FOR_SET } from './type-from-metadata.js';
import type { ToolParamOptions, ToolProperty } from './tool-param-options.js';
import type { InputField } from './value-type.js';

/** A property of a DTO class. */
interface DtoField extends InputField {
  /** The name on the instance. */
  readonly key: string;
  /** The name that class-transformer reads. */
  readonly transformedName: string;
}

/** The plan of a DTO class. */
export interface DtoModel {
  readonly class: Class;
  /** The description of the class, for properties of this type that have no description. */
  readonly description?: string;
  readonly fields: readonly DtoField[];
  /** The names of the fields on the instance. */
  readonly keys: ReadonlySet<string>;
  readonly transformer: Transformer;
  /** Whether class-validator has rules for the class. */
  readonly isValidated: boolean;
}

const models = new WeakMap<Class, DtoModel>();

/**
 * Reads a DTO class: its properties are those with a decorator of Toolgate, class-validator, class-transformer or swagger.
 * The model cannot set a property without such a decorator.
 * @throws ToolDeclarationException naming the property that cannot be determined and the remedy
 */
export function readDto(type: Class): DtoModel {
  const known = models.get(type);
  if (known) return known;
  const said = saidOf(type);
  const swagger = swaggerOf(type);
  const read = pluginProperties(type);
  const validations = validationsOf(type);
  const transformer = transformerOf(type);
  const validated = prototypeChain(type)
    .toReversed()
    .flatMap((target) => validations.filter((one) => one.target === target));
  const sources = [[...said.keys()], [...swagger.keys()], validated.map((one) => one.propertyName), transformer.keys];
  // The library with the most properties sets the order, because its order is most likely that of the code.
  const keys = new Set(sources.toSorted((a, b) => new Set(b).size - new Set(a).size).flat());
  const included = [...keys].filter((key) => !transformer.isExcluded(key) && !isComputed(type, key));
  if (included.length === 0) {
    throw new ToolDeclarationException(
      `${type.name} has no decorated properties. Put @ToolParam(), or a decorator of class-validator, on each property that the model may set.`,
    );
  }
  const initial = newInstance(type);
  const fields = included.map((key) =>
    fieldOf(transformer, initial, type.name, {
      key,
      said: said.get(key) ?? {},
      swagger: swagger.get(key) ?? {},
      read: read.get(key) ?? {},
      validations: validations.filter((one) => one.propertyName === key),
      transformed: transformer.typeOf(key),
      designType: Reflect.getMetadata('design:type', type.prototype, key),
    }),
  );
  const twin = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
  if (twin)
    throw new ToolDeclarationException(`${type.name} has two properties named ${twin.name} in JSON: rename one.`);
  const description = swaggerDescription(type);
  const isValidated = validations.length > 0;
  const model: DtoModel = {
    class: type,
    ...(description && { description }),
    fields,
    keys: new Set(included),
    transformer,
    isValidated,
  };
  models.set(type, model);
  return model;
}

/** Whether a property is an accessor without a setter, so that no input can set it. */
function isComputed(type: Class, key: string): boolean {
  const owner = prototypeChain(type.prototype).find((target) => Object.hasOwn(target, key));
  const { get, set } = (owner && Object.getOwnPropertyDescriptor(owner, key)) ?? {};
  return get !== undefined && set === undefined;
}

function fieldOf(
  transformer: Transformer,
  initial: Readonly<Record<string, unknown>>,
  className: string,
  sources: PropertySources,
): DtoField {
  const { key, said, swagger, read, validations } = sources;
  const notes = fieldNotes({
    description: swagger.description || read.description,
    ...documented(swagger),
    ...defined(said),
  });
  const transformedName = transformer.nameOf(key);
  try {
    const type = dtoFieldType(sources);
    // Class-transformer creates a Set, by @Type() or @Transform().
    if (sources.designType === Set && type.type === 'array' && !transformer.keys.includes(key)) {
      throw new ToolDeclarationException(LIST_FOR_SET);
    }
    const isMarked = read.required === false || isOptionalSchema(type);
    // Class-validator rejects an instance without a property that it checks, unless the property has `@IsOptional()`.
    const canBeLeftOut = isOptional(validations) || (isMarked && validations.length === 0);
    const ownDefault = schemaDefault(type);
    const hasDefault = [notes['default'], ownDefault, initial[key]].some((value) => value !== undefined);
    return {
      key,
      name: said.name || transformedName,
      transformedName,
      type,
      required: said.required ?? swagger.required ?? !(canBeLeftOut || hasDefault),
      ...(swagger.nullable === true && { nullable: true }),
      // The validator of a Standard Schema fills in its own default.
      notes: type.type === 'json' && ownDefault !== undefined ? { default: ownDefault, ...notes } : notes,
    };
  } catch (error) {
    if (!(error instanceof ToolDeclarationException)) throw error;
    throw error.at(`${className}.${key}`);
  }
}

function isOptional(validations: readonly Validation[]): boolean {
  return validations.some(({ type }) => type === 'conditionalValidation');
}

function documented({ default: value, example }: SwaggerProperty): ToolParamOptions {
  return { ...(isJson(value) && { default: value }), ...(isJson(example) && { examples: [example] }) };
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined && (value === null || ['string', 'number', 'boolean'].includes(typeof value));
}

// An empty description counts as missing and must not hide one of another library.
function defined(options: ToolParamOptions): ToolParamOptions {
  const { description, ...others } = options;
  const entries = Object.entries(description ? options : others);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function saidOf(type: Class): ReadonlyMap<string, ToolParamOptions> {
  const said = new Map<string, ToolParamOptions>();
  for (const target of prototypeChain(type.prototype).toReversed()) {
    const own: readonly ToolProperty[] = Reflect.getOwnMetadata(TOOL_PROPERTIES, target) ?? [];
    for (const { key, options } of own) {
      if (typeof key !== 'string' || key === '__proto__') {
        throw new ToolDeclarationException(
          `${type.name} has a property with the name ${String(key)}, which is impossible in JSON. Rename it.`,
        );
      }
      said.set(key, { ...said.get(key), ...options });
    }
  }
  return said;
}

function pluginProperties(type: Class): ReadonlyMap<string, ToolParamOptions> {
  const read = new Map<string, ToolParamOptions>();
  for (const target of prototypeChain(type).toReversed()) {
    for (const [key, options] of Object.entries(pluginClass(target as Class)?.properties ?? {})) {
      read.set(key, overridePlugin(read.get(key) ?? {}, options));
    }
  }
  return read;
}

function newInstance(type: Class): Readonly<Record<string, unknown>> {
  try {
    return new (type as new () => Record<string, unknown>)();
  } catch (cause) {
    throw new ToolDeclarationException(
      `${type.name} cannot be created without arguments, which class-transformer requires. Give its constructor parameters default values.`,
      { cause },
    );
  }
}
