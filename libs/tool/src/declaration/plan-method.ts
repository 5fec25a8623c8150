import type { JsonObject, JsonSchema, ToolDefinition } from 'toolgate/model';
import type { InputIssue, Issues } from '../tool-callback.js';
import type { ToolContext } from '../tool-context.js';
import type { ToolMetadata } from '../tool-metadata.js';
import { chain } from './chain.js';
import { compileSchema } from './compile-schema.js';
import { frozenCopy } from './frozen-copy.js';
import { inArgumentsOf, planArguments } from './plan-arguments.js';
import { inputValidator } from './json-schema-validator.js';
import { readMethod } from './read-method.js';
import { refuseEnhancers } from './refuse-enhancers.js';
import type { ToolOptions } from './tool.decorator.js';
import type { Class } from './type-reference.js';

/** An input that was found good for a tool method. */
export interface PreparedArguments {
  readonly type: 'arguments';
  /** The input without what the schema does not allow: JSON, as it may be shown and stored. */
  readonly input: JsonObject;
  /** What the schema makes of it, by parameter name, or as a whole with `parameters`. */
  readonly value: unknown;
  /** Makes the values again from `input`, in the order of the method's parameters. */
  makeArguments(context: ToolContext): unknown[] | Promise<unknown[]>;
}

/** All that can be known of a tool method before it is called; nobody can change its definition and metadata. */
export interface MethodPlan {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
  readonly methodName: string;
  readonly isStatic: boolean;
  /** Strips and checks an input, without any effect; synchronous where nothing has to be waited for. */
  prepare(input: JsonObject): PreparedArguments | Issues | Promise<PreparedArguments | Issues>;
}

/**
 * Reads a tool method's declaration once and for all calls.
 * @throws ToolDeclarationException naming the method, the parameter and what to write, if something cannot be known
 */
export function planMethod(type: Class, key: string, { isStatic }: { readonly isStatic: boolean }): MethodPlan {
  const method = readMethod(type, key, isStatic);
  refuseEnhancers(method.label, type, key, isStatic);
  const { schema: written, isTrusted, makeValue, makeArguments } = planArguments(method);
  // What is checked by stays what is shown, whatever becomes of the application's own schema object.
  const schema = frozenCopy(written);
  const validate = inputValidator(inArgumentsOf(method.label, () => compileSchema(schema, isTrusted)));
  const ready = (input: JsonObject, value: unknown): PreparedArguments => ({
    type: 'arguments',
    input,
    value,
    makeArguments: (context) => makeArguments(input, context),
  });
  return {
    definition: Object.freeze(definitionOf(key, method.options, schema)),
    metadata: frozenCopy(metadataOf(method.options)),
    methodName: key,
    isStatic,
    prepare(given) {
      const checked = validate(given);
      if (checked.type === 'issues') return checked;
      const { input } = checked;
      if (!makeValue) return ready(input, input);
      const issues: InputIssue[] = [];
      return chain(makeValue(input, issues), (value) =>
        issues.length > 0 ? { type: 'issues' as const, issues } : ready(input, value),
      );
    },
  };
}

function definitionOf(key: string, options: ToolOptions, inputSchema: JsonSchema): ToolDefinition {
  const name = options.name || key;
  return { name, description: options.description || name, inputSchema };
}

function metadataOf(options: ToolOptions): ToolMetadata {
  const { returnDirect, requiresApproval, sequential, idempotent, timeoutMs, tags, hints } = options;
  const metadata = { returnDirect, requiresApproval, sequential, idempotent, timeoutMs, tags, hints };
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
}
