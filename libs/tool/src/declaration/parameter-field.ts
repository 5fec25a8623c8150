import type { JsonSchema } from 'toolgate/model';
import { ToolDeclarationException } from '../tool.errors.js';
import type { DeclaredMethod, DeclaredParameter } from './read-method.js';
import { saidType } from './said-type.js';
import type { ToolParamOptions } from './tool-param.decorator.js';
import type { Class } from './type-reference.js';
import { typeOfReference } from './type-of-reference.js';
import type { InputField, ValueType } from './value-type.js';

/** What is known of all parameters of a method. */
export interface ParameterKnowledge extends Pick<DeclaredMethod, 'hasDesignTypes' | 'isDecorated'> {
  /** Whether their schema is told, so that a parameter of an unknown type may be its JSON. */
  readonly isTold?: boolean;
}

/**
 * Reads one parameter of a tool method as a property of the input.
 * @throws ToolDeclarationException if its name or its type cannot be known
 */
export function parameterField(parameter: DeclaredParameter, known: ParameterKnowledge): InputField {
  const { options, hasDefault } = parameter;
  const name = parameterName(parameter);
  return {
    name,
    type: parameterType(parameter, name, known),
    required: options.required ?? !(hasDefault || options.default !== undefined),
    notes: notesOf(options),
  };
}

/** What the schema tells the model beside a type. */
export function notesOf({ description, default: value, examples }: ToolParamOptions): JsonSchema {
  return {
    ...(description && { description }),
    ...(value !== undefined && { default: value }),
    ...(examples !== undefined && { examples }),
  };
}

function parameterName({ name, isRest }: DeclaredParameter): string {
  if (isRest) {
    throw new ToolDeclarationException(
      'it takes the rest of the arguments: take a list instead, `@ToolParam({ type: () => [String] }) items: string[]`. If another decorator wraps the method, put @ToolParam() on each parameter, or @Tool() right above the method.',
    );
  }
  if (!name || name === '__proto__') {
    throw new ToolDeclarationException(
      "its name cannot be read from the running code (destructured, minified, or hidden by another decorator). Add `@ToolParam({ name: 'orderNumber' })`.",
    );
  }
  return name;
}

function parameterType(
  { options, designType }: DeclaredParameter,
  name: string,
  { hasDesignTypes, isDecorated, isTold }: ParameterKnowledge,
): ValueType {
  const said = saidType(options);
  if (said && designType === Map && said.type === 'map') return { ...said, asMap: true };
  if (said) {
    const isList = said.type === 'array' || said.type === 'json' || said.type === 'standard';
    if (designType !== Array || isList) return said;
    const line = options.enum ? 'type: () => [String], enum: Status' : 'type: () => [Item]';
    throw new ToolDeclarationException(
      `it is a list in the code, and its options say one value. Write \`@ToolParam({ ${line} }) ${name}\`.`,
    );
  }
  if (isTold && isUnknown(designType)) return { type: 'json', schema: {} };
  if (!hasDesignTypes) throw new ToolDeclarationException(isDecorated ? NO_METADATA : NO_DECORATOR);
  if (designType === Map)
    throw new ToolDeclarationException(`JSON has no Map. Add \`@ToolParam({ mapOf: () => Item }) ${name}\`.`);
  if (isUnknown(designType)) throw new ToolDeclarationException(unknownType(name));
  return typeOfReference(designType as Class);
}

/**
 * Whether a compiler wrote down no type that can be trusted. The two compilers differ in what they write for lists,
 * enums and unions, so that all of these are unknown in the same words.
 */
export function isUnknown(designType: unknown): boolean {
  if (designType === Object || designType === Function || designType === Array) return true;
  return typeof designType !== 'function';
}

/** What to write where a type cannot be known. */
export function unknownType(name: string): string {
  return [
    'its type cannot be read from the running code. Say it:',
    `  @ToolParam({ type: () => [Item] }) ${name}   for a list`,
    `  @ToolParam({ enum: Status }) ${name}         for an enum, or \`enum: ['open', 'closed']\` for a union of values`,
    `  @ToolParam({ type: Number }) ${name}         for a value whose type is not written out`,
    `  @ToolParam({ mapOf: () => Item }) ${name}    for a map`,
    `  @ToolParam({ schema: … }) ${name}            for an interface or a union: a Standard Schema or JSON Schema`,
    'If it is a class: import it as a value, not with `import type`.',
  ].join('\n');
}

const NO_METADATA =
  'the class was compiled without decorator metadata (tsx and esbuild write none): compile with tsc or swc and "emitDecoratorMetadata": true, or say the type of each parameter, `@ToolParam({ type: String })`.';

const NO_DECORATOR =
  "no decorator stands on the method, so the compiler wrote none of its types down: put @Tool() on it, @ToolParam() on its parameters, or say its input, `methodTool(…, { inputSchema: { type: 'object', … } })`.";
