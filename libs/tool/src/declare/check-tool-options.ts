import { inspect } from 'node:util';
import { isObject, recordOf, useOneOf } from '#core';
import { ToolCallResultConverter } from '../contract/tool-callback.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { isStandardSchema } from '../schema/standard-schema.js';
import type { ToolOptions, ToolsOptions } from './tool-options.js';

interface Check {
  readonly accepts: (value: unknown) => boolean;
  readonly instruction: string;
  /** Whether the message shows the value instead of its type. */
  readonly showsValue?: boolean;
}

const SWITCH: Check = { accepts: (value) => typeof value === 'boolean', instruction: 'Pass true or false' };
const TEXT: Check = { accepts: (value) => typeof value === 'string', instruction: 'Pass a string' };
const HINTS: readonly string[] = ['readOnly', 'destructive', 'openWorld'];
const HOLDERS: readonly string[] = ['tags', 'hints', 'inputExamples', 'providerOptions'];

const CHECKS: Readonly<Record<keyof (ToolOptions & ToolsOptions), Check>> = {
  name: {
    accepts: (value) => typeof value === 'string' && value.trim() !== '',
    instruction: 'Pass a string that is not blank',
  },
  description: TEXT,
  prefix: TEXT,
  parameters: {
    accepts: (value) => typeof value === 'function' || isObject(value),
    instruction: 'Pass a Standard Schema, a class or JSON Schema',
  },
  inputSchema: {
    accepts: (value) => isObject(value) && !isStandardSchema(value),
    instruction:
      "Pass JSON Schema, such as { type: 'object', properties: {} }, or pass a Standard Schema as `parameters`",
  },
  resultConverter: {
    accepts: isConverter,
    instruction: 'Pass a class that extends ToolCallResultConverter, or an instance of one',
  },
  returnDirect: SWITCH,
  requiresApproval: SWITCH,
  sequential: SWITCH,
  idempotent: SWITCH,
  reconcile: { accepts: (value) => typeof value === 'string', instruction: 'Pass the name of a method of the class' },
  question: {
    accepts: (value) => typeof value === 'function',
    instruction: 'Pass a function that returns { message, schema } or undefined',
  },
  timeoutMs: {
    accepts: (value) => typeof value === 'number' && value > 0,
    instruction: 'Pass a number of milliseconds above 0',
    showsValue: true,
  },
  maxResultLength: {
    accepts: (value) => value === Infinity || (typeof value === 'number' && Number.isInteger(value) && value > 0),
    instruction: 'Pass a whole number of characters above 0, or Infinity',
    showsValue: true,
  },
  tags: {
    accepts: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
    instruction: "Pass an array of strings, such as ['read']",
  },
  hints: {
    accepts: (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([key, hint]) => HINTS.includes(key) && (hint === undefined || typeof hint === 'boolean'),
      ),
    instruction: 'Pass { readOnly, destructive, openWorld }, each true or false',
  },
  returnType: { accepts: (value) => typeof value === 'function', instruction: 'Pass a class' },
  strict: SWITCH,
  inputExamples: {
    accepts: (value) =>
      Array.isArray(value) && value.every((example) => isObject(example) && isObject(example['input'])),
    instruction: 'Pass a list of inputs, such as [{ input: {} }]',
  },
  providerOptions: {
    accepts: (value) => isObject(value) && Object.values(value).every(isObject),
    instruction: 'Pass options by provider, such as { anthropic: {} }',
  },
};

const FOR_ONE = [
  'name',
  'description',
  'parameters',
  'inputSchema',
  'reconcile',
  'question',
  'returnType',
  'strict',
  'inputExamples',
  'providerOptions',
];

/** The options that each decorator or function does not accept. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  '@Tool()': ['prefix'],
  'methodTool()': ['prefix'],
  '@Tools()': FOR_ONE,
  'functionTool()': ['prefix'],
  // `toolCallback()` and `clientTool()` pass their `inputSchema` as `parameters`.
  'toolCallback()': ['prefix', 'inputSchema'],
  'clientTool()': [
    'prefix',
    'inputSchema',
    'reconcile',
    'question',
    'resultConverter',
    'returnType',
    'returnDirect',
    'sequential',
    'idempotent',
    'timeoutMs',
    'maxResultLength',
  ],
  'forRoot({ toolCalling: { defaults } })': [...FOR_ONE, 'prefix'],
};

const NAMED_INPUT: ReadonlySet<string> = new Set(['toolCallback()', 'clientTool()']);

/** The options that a function checks by itself. */
const OWN: Readonly<Record<string, readonly string[]>> = { 'clientTool()': ['outputSchema', 'expiresInMs'] };

/**
 * Rejects options of the wrong type and unknown options: `'false'` must not count as true, and a misspelled
 * `requireApproval` must not be ignored.
 * @throws ToolDeclarationException naming each wrong option and the value to pass
 */
export function checkToolOptions(label: string, options: ToolOptions & ToolsOptions, taker = '@Tool()'): void {
  const of = label.startsWith(taker.slice(0, -1)) ? '' : ` of ${taker}`;
  const known = Object.keys(CHECKS).filter((name) => !REJECTED[taker]?.includes(name));
  const shown = (name: string): string => (name === 'parameters' && NAMED_INPUT.has(taker) ? 'inputSchema' : name);
  const problems = Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (!known.includes(name)) {
      return [`${label}: \`${name}\` is not an option${of}. ${useOneOf([...known.map(shown), ...(OWN[taker] ?? [])])}`];
    }
    const { accepts, instruction, showsValue } = CHECKS[name as keyof ToolOptions];
    if (value === undefined || accepts(value)) return [];
    const kind =
      showsValue && typeof value === 'number' ? inspect(value) : describeOption(value, HOLDERS.includes(name));
    return [`${label}: \`${shown(name)}\`${of} is ${kind}. ${instruction}, or leave it out.`];
  });
  if (problems.length > 0) throw new ToolDeclarationException(problems.join('\n'));
}

function isConverter(value: unknown): boolean {
  if (typeof value !== 'function') return typeof recordOf(value)['convert'] === 'function';
  const prototype: unknown = value.prototype;
  // The converter class of another copy of this package is accepted too.
  return prototype instanceof ToolCallResultConverter || typeof recordOf(prototype)['convert'] === 'function';
}

function describeOption(value: unknown, isHolder: boolean): string {
  if (value === null) return 'null';
  if (typeof value === 'string' && value.trim() === '') return 'an empty string';
  if (typeof value !== 'object') return `a ${typeof value}`;
  return `an ${Array.isArray(value) ? 'array' : 'object'}${isHolder && !isEmpty(value) ? ' with content that does not fit' : ''}`;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/**
 * Returns the options that a decorator received.
 * @throws ToolDeclarationException if they are not an object, but a string for example
 */
export function assertOptions<T extends object>(place: string, taker: string, options: T): T {
  if (isObject(options)) return options;
  throw new ToolDeclarationException(
    `${place}: ${taker} received ${describeOption(options, false)}. Pass options, such as { description: 'Look an order up' }.`,
  );
}
