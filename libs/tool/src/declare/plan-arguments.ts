import { chain, collect, isObject, ofAnotherCopy, pointerStep } from '#core';
import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';
import { ToolContext } from '../contract/tool-context.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { writeFields } from '../schema-writer/write-schema.js';
import { standardMaker } from '../types/make-standard.js';
import { isMadeOfJson, makerOf } from '../types/make-value.js';
import type { Maker } from '../types/maker.js';
import { schemaDefault } from '../types/field-notes.js';
import { resolveReference } from '../types/type-reference.js';
import type { InputField } from '../types/value-type.js';
import type { InputPlan } from '../validation/compile-input.js';
import { withPlace } from '../validation/with-place.js';
import { parameterField } from './parameter-field.js';
import { planWhole, writeInput } from './plan-whole.js';
import { type ReadArguments, readArguments, readWhole } from './read-arguments.js';
import type { DeclaredMethod, DeclaredParameter } from './read-method.js';

/** The plan for creating a method's arguments from its input. */
export interface ArgumentsPlan extends InputPlan {
  readonly makeArguments: (input: JsonObject, context: ToolContext) => unknown[] | Promise<unknown[]>;
  /** Returns the input that a direct call of the method states with its arguments. */
  readonly readArguments: (args: readonly unknown[]) => ReadArguments;
}

interface Field {
  readonly name: string;
  readonly path: string;
  readonly make: Maker | undefined;
  /** Returns the value if the model leaves it out. */
  readonly fillIn: ((issues: InputIssue[] | undefined) => unknown) | undefined;
}

/** Plans the arguments of a tool method from its declaration. */
export function planArguments(method: DeclaredMethod): ArgumentsPlan {
  for (const parameter of method.parameters) assertOwnType(method.label, parameter);
  const contexts = method.parameters.filter(isContext);
  if (contexts.length > 1) {
    throw new ToolDeclarationException(
      `${method.label} takes the ToolContext twice, as parameters ${contexts.map(({ index }) => index).join(' and ')}: remove one.`,
    );
  }
  return method.options.parameters === undefined ? planByName(method) : planTaker(method);
}

function planByName({ label, options, parameters, ...known }: DeclaredMethod): ArgumentsPlan {
  const { inputSchema } = options;
  const problems: ToolDeclarationException[] = [];
  const positions = parameters.map((parameter): InputField | 'context' | undefined => {
    if (isSetByApplication(parameter)) return 'context';
    const where = `${label}, parameter ${parameter.index} (${parameter.name ?? 'unnamed'})`;
    try {
      return withPlace(where, () => {
        const field = parameterField(parameter, { ...known, hasInputSchema: inputSchema !== undefined });
        // Nested types must be readable too; an error names this parameter.
        makerOf(field.type);
        writeFields([field]);
        return field;
      });
    } catch (error) {
      if (!(error instanceof ToolDeclarationException)) throw error;
      problems.push(error);
      return undefined;
    }
  });
  if (problems[0]) {
    const { cause } = problems[0];
    throw new ToolDeclarationException(
      problems.flatMap((problem) => problem.problems),
      { cause },
    );
  }
  const fields = positions.filter((position) => typeof position === 'object');
  refuseTwinParameters(label, fields);
  const makers = positions.map((position) => (typeof position === 'object' ? toField(position) : undefined));
  const makesMore = makers.some((field) => field?.fillIn) || fields.some(({ type }) => isMadeOfJson(type));
  return {
    schema: withPlace(label, () => (inputSchema ? statedSchema(inputSchema, fields, known) : writeFields(fields))),
    isTrusted: !inputSchema && fields.every(({ type }) => type.type !== 'json' && type.type !== 'standard'),
    ...(makesMore && {
      makeValue: (input, issues) =>
        makeObject(
          makers.filter((field) => field !== undefined),
          input,
          issues,
        ),
    }),
    makeArguments: (input, context) =>
      collect(makers.map((field) => (field ? makeField(field, input, undefined) : context))),
    readArguments: (args) => readArguments(positions, args),
  };
}

/** Returns the stated schema. Throws if it lacks a parameter of a method that is known only by its parameter names. */
function statedSchema(
  inputSchema: JsonSchema,
  fields: readonly InputField[],
  { hasDesignTypes }: Pick<DeclaredMethod, 'hasDesignTypes'>,
): JsonSchema {
  const schema = withPlace('its inputSchema', () => writeInput(inputSchema));
  const { properties, additionalProperties } = schema;
  const isNamed = ({ name }: InputField) => isObject(properties) && Object.hasOwn(properties, name);
  const unnamed = fields.find((field) => field.required && !isNamed(field));
  if (hasDesignTypes || additionalProperties !== false || !unnamed) return schema;
  throw new ToolDeclarationException(
    `its parameter ${unnamed.name} is not a property of its inputSchema. Add it there, give it a default value, or state its type, \`@ToolParam({ type: ToolContext }) ${unnamed.name}\`.`,
  );
}

function planTaker({ label, options, parameters, hasDesignTypes }: DeclaredMethod): ArgumentsPlan {
  const takers = parameters.filter((parameter) => !isSetByApplication(parameter));
  if (takers.length > 1) {
    const hint = hasDesignTypes
      ? ''
      : ' In a method without types, mark the context: `@ToolParam({ type: ToolContext })`.';
    throw new ToolDeclarationException(
      `${label} takes ${takers.length} parameters beside the ToolContext, but @Tool({ parameters }) passes the whole input as one parameter. Remove the others, or remove \`parameters\`.${hint}`,
    );
  }
  const { type, make, ...plan } = withPlace(`${label}, @Tool({ parameters })`, () => planWhole(options));
  const positions = parameters.map((parameter) => (isSetByApplication(parameter) ? undefined : type));
  return {
    ...plan,
    makeArguments: (input, context) =>
      collect(parameters.map((parameter) => (isSetByApplication(parameter) ? context : make(input, '', undefined)))),
    readArguments: (args) => readWhole(positions, args),
  };
}

// A context of another copy would be read as a parameter that the model may set.
function assertOwnType(label: string, parameter: DeclaredParameter): void {
  const copy = ofAnotherCopy(typeOf(parameter));
  if (copy) throw new ToolDeclarationException(`${label}, parameter ${parameter.index}: its type is the ${copy}`);
}

const typeOf = ({ designType, options }: DeclaredParameter): unknown =>
  options.type === undefined ? designType : resolveReference(options.type);

/** Whether a parameter takes the tool context. */
export function isContext(parameter: DeclaredParameter): boolean {
  if (parameter.route?.source === 'application') return false;
  const type = typeOf(parameter);
  return type === ToolContext || (typeof type === 'function' && type.prototype instanceof ToolContext);
}

/** Whether the application sets a parameter through the pipeline, without the model. */
function isSetByApplication(parameter: DeclaredParameter): boolean {
  return parameter.route?.source === 'application' || isContext(parameter);
}

function refuseTwinParameters(label: string, fields: readonly InputField[]): void {
  const twin = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
  if (twin) throw new ToolDeclarationException(`${label} has two parameters named ${twin.name}: rename one.`);
}

function toField({ name, type, notes }: InputField): Field {
  const path = pointerStep(name);
  const make = makerOf(type);
  const stated = notes['default'];
  const value = stated ?? schemaDefault(type);
  // A validator fills in its own default, which may be made anew for each call.
  const own = stated === undefined && type.type === 'standard' ? standardMaker(type.schema) : undefined;
  const fillIn = (issues: InputIssue[] | undefined): unknown =>
    own ? own(undefined, path, issues) : make && value !== undefined ? make(value, path, issues) : value;
  return { name, path, make, fillIn: value === undefined ? undefined : fillIn };
}

function makeObject(fields: readonly Field[], input: JsonObject, issues: InputIssue[]): unknown {
  const present = fields.filter(({ name, fillIn }) => Object.hasOwn(input, name) || fillIn);
  return chain(collect(present.map((field) => makeField(field, input, issues))), (values) =>
    Object.fromEntries(present.map(({ name }, index) => [name, values[index]])),
  );
}

function makeField({ name, path, make, fillIn }: Field, input: JsonObject, issues: InputIssue[] | undefined): unknown {
  if (!Object.hasOwn(input, name)) return fillIn?.(issues);
  const value = input[name];
  return value === undefined || !make ? value : make(value, path, issues);
}
