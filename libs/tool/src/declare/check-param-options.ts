import { isObject, useOneOf } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import type { ToolParamOptions } from '../types/tool-param-options.js';

interface Check {
  readonly accepts: (value: unknown) => boolean;
  readonly instruction: string;
}

const TYPE: Check = {
  accepts: (value) => typeof value === 'function' || Array.isArray(value) || value === undefined,
  instruction: 'Pass a class, such as String, Number, Boolean, Date or a DTO, or a function that returns one',
};
const ANYTHING: Check = { accepts: () => true, instruction: '' };
const isText = (value: unknown): boolean => typeof value === 'string';
const isSchema = (value: unknown): boolean => typeof value === 'function' || isObject(value);

// A complete record, so that the compiler requires a check for each new option.
const CHECKS: Readonly<Record<keyof ToolParamOptions, Check>> = {
  name: {
    accepts: (value) => typeof value === 'string' && value.trim() !== '',
    instruction: 'Pass the name that the model uses',
  },
  description: { accepts: isText, instruction: 'Pass a string' },
  required: { accepts: (value) => typeof value === 'boolean', instruction: 'Pass true or false' },
  type: TYPE,
  items: TYPE,
  enum: {
    accepts: (value) => typeof value === 'object' && value !== null,
    instruction: "Pass an enum, or a list of values, such as ['open', 'closed']",
  },
  schema: { accepts: isSchema, instruction: 'Pass a Standard Schema or JSON Schema' },
  jsonSchema: { accepts: isObject, instruction: 'Pass JSON Schema' },
  mapOf: TYPE,
  examples: { accepts: Array.isArray, instruction: 'Pass a list of examples' },
  default: ANYTHING,
};

const JSON_TYPES: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  integer: 'Number',
  boolean: 'Boolean',
};

/**
 * Rejects unknown options of `@ToolParam` and options of the wrong type: `required: 'no'` must not count as true.
 * @throws ToolDeclarationException naming the option and the value to pass
 */
export function checkParamOptions(place: string, options: ToolParamOptions): void {
  if (!isObject(options)) {
    const what = isText(options) ? 'a string' : describeParamOption(options);
    throw new ToolDeclarationException(
      `${place}: @ToolParam() received ${what}. Pass options, such as { description: 'Order number, such as A-1042' }.`,
    );
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw new ToolDeclarationException(
        `${place}: @ToolParam() does not accept \`${name}\`. ${useOneOf(Object.keys(CHECKS))}`,
      );
    }
    const { accepts, instruction } = CHECKS[name as keyof ToolParamOptions];
    if (value === undefined || accepts(value)) continue;
    throw new ToolDeclarationException(
      `${place}: \`${name}\` of @ToolParam() is ${describeParamOption(value)}. ${instructionFor(name, value, instruction)}, or leave it out.`,
    );
  }
}

function instructionFor(name: string, value: unknown, instruction: string): string {
  const type = ['type', 'items', 'mapOf'].includes(name) ? JSON_TYPES[String(value)] : undefined;
  return type ? `Write \`${name}: ${type}\`` : instruction;
}

function describeParamOption(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value.trim() === '' ? 'an empty string' : `the string ${JSON.stringify(value)}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
