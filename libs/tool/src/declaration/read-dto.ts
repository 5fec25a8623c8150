import type { JsonValue } from 'toolgate/model';
import { ToolDeclarationException } from '../tool.errors.js';
import { type Transformer, transformerOf } from './class-transformer.js';
import { type Validation, validationsOf } from './class-validator.js';
import { TOOL_PROPERTIES } from './declaration.constants.js';
import { dtoFieldType, type PropertySources } from './dto-field-type.js';
import { notesOf } from './parameter-field.js';
import { overridePlugin, pluginClass } from './plugin-metadata.js';
import { swaggerDescription, type SwaggerProperty, swaggerOf } from './swagger-metadata.js';
import { chainOf } from './tool-methods-of.js';
import type { ToolParamOptions, ToolProperty } from './tool-param.decorator.js';
import type { Class } from './type-reference.js';
import type { InputField } from './value-type.js';

/** A property of a DTO class. */
export interface DtoField extends InputField {
  /** Its name on the instance. */
  readonly key: string;
  /** The name class-transformer reads it by. */
  readonly transformedName: string;
}

/** What is known of a DTO class. */
export interface DtoModel {
  readonly class: Class;
  /** What the class itself is, where a property of its type says nothing. */
  readonly description?: string;
  readonly fields: readonly DtoField[];
  readonly transformer: Transformer;
  /** Whether class-validator has anything to check. */
  readonly isValidated: boolean;
}

const models = new WeakMap<Class, DtoModel>();

/**
 * Reads a DTO class: its properties are those that carry a decorator of ours, of class-validator, class-transformer or
 * swagger. A property without one stays the application's own.
 * @throws ToolDeclarationException naming the property that cannot be known and what to write
 */
export function readDto(type: Class): DtoModel {
  const known = models.get(type);
  if (known) return known;
  const said = saidOf(type);
  const swagger = swaggerOf(type);
  const read = pluginProperties(type);
  const validations = validationsOf(type);
  const transformer = transformerOf(type);
  const validated = chainOf(type)
    .toReversed()
    .flatMap((target) => validations.filter((one) => one.target === target));
  const sources = [[...said.keys()], [...swagger.keys()], validated.map((one) => one.propertyName), transformer.keys];
  // The library that says the most gives the order: it is most likely the order of the code.
  const keys = new Set(sources.toSorted((a, b) => new Set(b).size - new Set(a).size).flat());
  const included = [...keys].filter((key) => !transformer.isExcluded(key));
  if (included.length === 0) {
    throw new ToolDeclarationException(
      `${type.name} says nothing of its properties: put @ToolParam(), or a decorator of class-validator, on each that the model may give.`,
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
  const model: DtoModel = { class: type, ...(description && { description }), fields, transformer, isValidated };
  models.set(type, model);
  return model;
}

function fieldOf(
  transformer: Transformer,
  initial: Readonly<Record<string, unknown>>,
  className: string,
  sources: PropertySources,
): DtoField {
  const { key, said, swagger, read, validations } = sources;
  const notes = notesOf({
    description: swagger.description || read.description,
    ...documented(swagger),
    ...defined(said),
  });
  const hasDefault = notes['default'] !== undefined || initial[key] !== undefined;
  // Class-validator refuses an instance without a property that it checks, unless `@IsOptional()` says otherwise.
  const canBeLeftOut = isOptional(validations) || (read.required === false && validations.length === 0);
  const transformedName = transformer.nameOf(key);
  try {
    return {
      key,
      name: said.name || transformedName,
      transformedName,
      type: dtoFieldType(sources),
      required: said.required ?? swagger.required ?? !(canBeLeftOut || hasDefault),
      ...(swagger.nullable === true && { nullable: true }),
      notes,
    };
  } catch (error) {
    if (!(error instanceof ToolDeclarationException)) throw error;
    throw new ToolDeclarationException(`${className}.${key}: ${error.message}`, { cause: error.cause });
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

// An empty description says nothing, and must not hide one that another library says.
function defined(options: ToolParamOptions): ToolParamOptions {
  const { description, ...others } = options;
  const entries = Object.entries(description ? options : others);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function saidOf(type: Class): ReadonlyMap<string, ToolParamOptions> {
  const said = new Map<string, ToolParamOptions>();
  for (const target of chainOf(type.prototype).toReversed()) {
    const own: readonly ToolProperty[] = Reflect.getOwnMetadata(TOOL_PROPERTIES, target) ?? [];
    for (const { key, options } of own) {
      if (typeof key !== 'string' || key === '__proto__') {
        throw new ToolDeclarationException(
          `${type.name} has a property named by ${String(key)}, which JSON cannot carry.`,
        );
      }
      said.set(key, { ...said.get(key), ...options });
    }
  }
  return said;
}

function pluginProperties(type: Class): ReadonlyMap<string, ToolParamOptions> {
  const read = new Map<string, ToolParamOptions>();
  for (const target of chainOf(type).toReversed()) {
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
      `${type.name} cannot be made without arguments, as class-transformer makes it: give its constructor's parameters default values.`,
      { cause },
    );
  }
}
