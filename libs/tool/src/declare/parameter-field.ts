import { isDeepStrictEqual } from 'node:util';
import { type DeclarationProblem, ToolDeclarationException } from '../contract/tool.errors.js';
import { writeFields } from '../schema-writer/write-schema.js';
import { fieldNotes, isOptionalSchema, schemaDefault } from '../types/field-notes.js';
import { isUnknown, LIST_FOR_SET, typeFromMetadata } from '../types/type-from-metadata.js';
import { typeFromOptions } from '../types/type-from-options.js';
import type { InputField, ValueType } from '../types/value-type.js';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';
import type { DeclaredMethod, DeclaredParameter } from './read-method.js';

/** The metadata shared by all parameters of a method. */
export interface ParameterKnowledge extends Pick<DeclaredMethod, 'hasDesignTypes' | 'isDecorated'> {
  /** Whether the tool has an `inputSchema`, so that a parameter of an unknown type may be plain JSON. */
  readonly hasInputSchema?: boolean;
}

/**
 * Reads one parameter of a tool method as a property of the input.
 * @throws ToolDeclarationException if its name or its type cannot be determined, or if its default is invalid
 */
export function parameterField(parameter: DeclaredParameter, known: ParameterKnowledge): InputField {
  const { options, hasDefault } = parameter;
  const name = parameterName(parameter);
  const type = parameterType(parameter, name, known);
  const hasValue = hasDefault || options.default !== undefined || schemaDefault(type) !== undefined;
  const canBeLeftOut = hasValue || isOptionalSchema(type);
  const field = { name, type, required: options.required ?? !canBeLeftOut, notes: fieldNotes(options) };
  assertDefault(field);
  return field;
}

/**
 * Throws `ToolDeclarationException` if the schema of a parameter refuses its default, which the method would receive
 * without validation. A default of null means no value.
 */
function assertDefault({ name, notes, ...field }: InputField): void {
  const value = notes['default'];
  if (value === undefined || value === null) return;
  const checked = jsonSchemaValidator(writeFields([{ ...field, name, notes: {} }]))({ [name]: value });
  if (checked.type === 'valid' && isDeepStrictEqual(checked.input[name], value)) return;
  const why = checked.type === 'issues' ? checked.issues[0]?.message : 'must not need a conversion';
  throw new ToolDeclarationException(`its default does not match its schema: it ${why}. Correct the default.`);
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
  { hasDesignTypes, isDecorated, hasInputSchema }: ParameterKnowledge,
): ValueType {
  const said = typeFromOptions(options);
  if (said && designType === Map && said.type === 'map') return { ...said, asMap: true };
  if (designType === Set && said && said.type !== 'standard') throw new ToolDeclarationException(LIST_FOR_SET);
  if (said) {
    const isList = said.type === 'array' || said.type === 'json' || said.type === 'standard';
    if (designType !== Array || isList) return said;
    const line = options.enum ? 'type: () => [String], enum: Status' : 'type: () => [Item]';
    throw new ToolDeclarationException(
      `it is a list in the code, but its options declare one value. Write \`@ToolParam({ ${line} }) ${name}\`.`,
    );
  }
  if (hasInputSchema && isUnknown(designType)) return { type: 'json', schema: {} };
  if (!hasDesignTypes) throw new ToolDeclarationException(isDecorated ? [NO_METADATA] : NO_DECORATOR);
  return typeFromMetadata(designType, name);
}

const NO_METADATA: DeclarationProblem = {
  text: 'the class was compiled without decorator metadata (tsx and esbuild write none).',
  remedy:
    'Compile with tsc or swc and "emitDecoratorMetadata": true, or build with the Nest CLI and "toolgate/plugin" in compilerOptions.plugins of nest-cli.json. Or state the type of each parameter: `@ToolParam({ type: String })`.',
};

const NO_DECORATOR =
  "the method has no decorator, so the compiler did not write its types. Put @Tool() on the method or @ToolParam() on its parameters, or state its input: `methodTool(…, { inputSchema: { type: 'object', … } })`.";
