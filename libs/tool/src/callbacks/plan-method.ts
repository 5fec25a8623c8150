import type { Class } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { Issues } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import { planArguments } from '../declare/plan-arguments.js';
import { type MethodQuery, readMethod } from '../declare/read-method.js';
import { type PipelinePlan, planPipeline } from '../pipeline/plan-pipeline.js';
import { compileInput } from '../validation/compile-input.js';
import { offerTool, type ToolOffer } from './offer-tool.js';

/** A valid input of a tool method. */
export interface PreparedArguments {
  readonly type: 'arguments';
  /** The input without properties that the schema does not allow: JSON that may be shown and stored. */
  readonly input: JsonObject;
  /** The converted value, by parameter name, or as a whole with `parameters`. */
  readonly value: unknown;
  /** Converts `input` again, to values in the order of the method's parameters. */
  makeArguments(context: ToolContext): unknown[] | Promise<unknown[]>;
}

/** The plan of a tool method, created before its first call. The definition and the metadata are frozen. */
export interface MethodPlan extends ToolOffer {
  readonly methodName: string;
  /** The method that returns the outcome of a call. */
  readonly reconcile?: string;
  /** The plan of Nest's pipeline for the method. */
  readonly pipeline: PipelinePlan;
  /** Strips and validates an input, without any effect. Returns a promise only if something must be awaited. */
  prepare(input: JsonObject): PreparedArguments | Issues | Promise<PreparedArguments | Issues>;
}

/**
 * Reads the declaration of a tool method, once for all calls.
 * @throws ToolDeclarationException naming the method, the parameter and the remedy, if something cannot be determined
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
