import { type Class, frozenCopy } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { Issues } from '../contract/tool-callback.js';
import type { MethodGuard } from '../contract/method-guard.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { ToolMetadata } from '../contract/tool-metadata.js';
import { planArguments } from '../declare/plan-arguments.js';
import type { ReadArguments } from '../declare/read-arguments.js';
import { type DeclaredMethod, type MethodQuery, readMethod } from '../declare/read-method.js';
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
  /** Present if each call of the method passes a gate. */
  readonly guard?: MethodGuard | undefined;
  /** Reads the arguments of a direct call as an input. */
  readonly readArguments: (args: readonly unknown[]) => ReadArguments;
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
  const { makeArguments, readArguments, ...inputPlan } = planArguments(method);
  const { schema, prepare } = compileInput(method.label, inputPlan, (input, value): PreparedArguments => ({
    type: 'arguments',
    input,
    value,
    makeArguments: (context) => makeArguments(input, context),
  }));
  const offer = offerTool(method.options.name || key, { returnType: method.returnType, ...method.options }, schema);
  return {
    ...offer,
    metadata: withGuard(offer.metadata, method),
    methodName: key,
    reconcile: method.options.reconcile,
    guard: method.guard,
    readArguments,
    pipeline,
    prepare,
  };
}

function withGuard(metadata: ToolMetadata, { guard, isOffered }: DeclaredMethod): ToolMetadata {
  if (!guard) return metadata;
  const { requirement } = guard;
  // The defaults of a class or of the application do not remove a guard.
  return frozenCopy({ ...metadata, requiresApproval: true, guard: requirement, ...(!isOffered && { internal: true }) });
}
