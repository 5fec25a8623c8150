import type { JsonObject } from 'toolgate/model';
import type { Issues } from '../tool-callback.js';
import { type PipelinePlan, planPipeline } from '../pipeline/plan-pipeline.js';
import type { ToolContext } from '../tool-context.js';
import { compileInput } from './compile-input.js';
import { offerTool, type ToolOffer } from './offer-tool.js';
import { planArguments } from './plan-arguments.js';
import { type MethodQuery, readMethod } from './read-method.js';
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
export interface MethodPlan extends ToolOffer {
  readonly methodName: string;
  /** The method that finds out what became of a call. */
  readonly reconcile?: string;
  /** What Nest's pipeline has to do for it. */
  readonly pipeline: PipelinePlan;
  /** Strips and checks an input, without any effect; synchronous where nothing has to be waited for. */
  prepare(input: JsonObject): PreparedArguments | Issues | Promise<PreparedArguments | Issues>;
}

/**
 * Reads a tool method's declaration once and for all calls.
 * @throws ToolDeclarationException naming the method, the parameter and what to write, if something cannot be known
 */
export function planMethod(type: Class, key: string, query: MethodQuery): MethodPlan {
  const method = readMethod(type, key, query);
  const pipeline = planPipeline(method, type, key, query.isStatic);
  const { makeArguments, ...inputPlan } = planArguments(method);
  const { schema, prepare } = compileInput(method.label, inputPlan, (input, value): PreparedArguments => ({
    type: 'arguments',
    input,
    value,
    makeArguments: (context) => makeArguments(input, context),
  }));
  return {
    ...offerTool(method.options.name || key, { returnType: method.returnType, ...method.options }, schema),
    methodName: key,
    reconcile: method.options.reconcile,
    pipeline,
    prepare,
  };
}
