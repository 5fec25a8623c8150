import type { JsonSchema } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { refusePatterns } from '../schema/refuse-patterns.js';
import type { TypeMetadata } from './class-transformer.js';
import type { Validation } from './class-validator.js';
import { swaggerLimits, swaggerListLimits, type SwaggerProperty, swaggerType } from './swagger-metadata.js';
import type { ToolParamOptions } from './tool-param-options.js';
import { isUnknown, UNKNOWN_TYPE, typeFromMetadata } from './type-from-metadata.js';
import { typeFromOptions } from './type-from-options.js';
import { typeFromValidators } from './type-from-validators.js';
import { typeOfReference } from './type-of-reference.js';
import type { TypeReference } from './type-reference.js';
import { type LimitedKind, validationConstraints } from './validation-constraints.js';
import type { ValueType } from './value-type.js';

/** The metadata of one DTO property, from the code and the libraries. */
export interface PropertySources {
  readonly key: string;
  readonly said: ToolParamOptions;
  readonly swagger: SwaggerProperty;
  /** The options that the compiler plugin read. */
  readonly read: ToolParamOptions;
  readonly validations: readonly Validation[];
  readonly transformed: TypeMetadata | undefined;
  readonly designType: unknown;
}

/**
 * Returns the type of a DTO property. Decorators take precedence over the type that a compiler wrote.
 * @throws ToolDeclarationException if the type cannot be determined
 */
export function dtoFieldType(sources: PropertySources): ValueType {
  const known = explicitType(sources) ?? typeFromOptions(sources.read);
  const type = asWritten(known ?? typeFromMetadata(sources.designType, sources.key), sources);
  return limited(type, sources);
}

function explicitType({
  said,
  swagger,
  validations,
  transformed,
  designType,
  key,
}: PropertySources): ValueType | undefined {
  const own = typeFromOptions(said) ?? swaggerType(swagger, designType);
  if (own) return own;
  const validated = typeFromValidators(validations);
  if (validated.type) {
    const isListToo = validated.isList || (designType === Array && transformed !== undefined);
    return isListToo && validated.type.type !== 'array' ? { type: 'array', of: validated.type } : validated.type;
  }
  if (transformed?.typeFunction)
    return transformedType(transformed, validated.isList, validated.isObject, { key, designType });
  return validated.isObject && isUnknown(designType) ? { type: 'object' } : undefined;
}

/** `@Type(() => Item)` names the class of a single value or of a list's items, so other metadata must state which. */
function transformedType(
  { typeFunction, options }: TypeMetadata,
  isList: boolean,
  isObject: boolean,
  { key, designType }: { readonly key: string; readonly designType: unknown },
): ValueType {
  if (options?.discriminator) {
    throw new ToolDeclarationException(
      `its @Type() has a discriminator. State the schema: \`@ToolParam({ schema: … }) ${key}\`.`,
    );
  }
  const type = typeOfReference(typeFunction as TypeReference);
  // Class-transformer creates the Set.
  if (isList || designType === Array || designType === Set) return { type: 'array', of: type };
  if (designType === Map) return { type: 'map', of: type, asMap: true };
  if (isUnknown(designType) && !isObject) throw new ToolDeclarationException([UNKNOWN_TYPE]);
  return type;
}

/** Rejects a single value if the code declares a list, and converts to a Map if the code declares one. */
function asWritten(type: ValueType, { designType, key, said }: PropertySources): ValueType {
  if (type.type === 'map' && designType === Map) return { ...type, asMap: true };
  // { each: true } means the values of a Map, too.
  if (type.type === 'array' && designType === Map) return { type: 'map', of: type.of, asMap: true };
  if (designType !== Array || ['array', 'json', 'standard'].includes(type.type)) return type;
  const line = said.enum ? 'type: () => [String], enum: Status' : 'type: () => [Item]';
  throw new ToolDeclarationException(
    `it is a list in the code, but its decorators declare one value. Write \`@ToolParam({ ${line} }) ${key}\`.`,
  );
}

function limited(type: ValueType, { key, validations, swagger }: PropertySources): ValueType {
  // Under @ValidateIf the other decorators do not always apply; only class-validator evaluates the condition.
  const always = validations.some(({ type, name }) => type === 'conditionalValidation' && name !== 'isOptional')
    ? []
    : validations;
  const outer = always.filter(({ each }) => each !== true);
  const { list, items } =
    type.type === 'array' ? swaggerListLimits(swagger) : { list: {}, items: swaggerLimits(swagger) };
  const documented = (type.type === 'array' ? type.of : type).type === 'date' ? {} : items;
  if (!isMatched(documented, validations)) refusePatterns({ properties: { [key]: documented } }, OR_MATCHES);
  if (type.type !== 'array') return withLimits(type, outer, documented);
  const inner = always.filter(({ each }) => each === true);
  return withLimits({ ...type, of: withLimits(type.of, inner, documented) }, outer, list);
}

const OR_MATCHES = 'Or pass the same pattern to @Matches() of class-validator, so that it validates the value.';

/** Whether class-validator validates a documented pattern. Otherwise only the schema could. */
function isMatched({ pattern }: JsonSchema, validations: readonly Validation[]): boolean {
  if (typeof pattern !== 'string') return true;
  const source = patternSource(pattern);
  return validations.some(({ name, constraints }) => name === 'matches' && patternSource(constraints?.[0]) === source);
}

function patternSource(pattern: unknown): string {
  try {
    return pattern instanceof RegExp ? pattern.source : new RegExp(String(pattern)).source;
  } catch {
    return String(pattern);
  }
}

function withLimits(type: ValueType, validations: readonly Validation[], documented: JsonSchema): ValueType {
  const kind = limitedKindOf(type);
  if (!kind) return type;
  const constraints = { ...validationConstraints(validations, kind), ...documented };
  return Object.keys(constraints).length > 0 ? ({ ...type, constraints } as ValueType) : type;
}

function limitedKindOf({ type }: ValueType): LimitedKind | undefined {
  if (type === 'integer') return 'number';
  if (type === 'map') return 'object';
  return type === 'enum' || type === 'dto' || type === 'json' || type === 'standard' ? undefined : type;
}
