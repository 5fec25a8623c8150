import type { ArgumentMetadata } from '@nestjs/common';
import { type Class, prototypeChain } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import type { MethodGuard } from '../contract/method-guard.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { isContext } from '../declare/plan-arguments.js';
import type { DeclaredMethod, DeclaredParameter } from '../declare/read-method.js';
import type { RouteParameter } from '../declare/route-parameters.js';
import { isStandardSchema } from '../schema/standard-schema.js';
import { resolveReference } from '../types/type-reference.js';
import { ENHANCER_KINDS, ENHANCERS, enhancersOf } from './enhancers.js';
import { lostMetadataOf, refuseLostEnhancers, type RunningMethod } from './lost-enhancers.js';

/** One parameter of a tool method, for pipes. */
export interface PipedParameter {
  readonly index: number;
  /** The source of the value. Pipes transform values of the model and the application, never the tool context. */
  readonly givenBy: 'model' | 'application' | 'context';
  readonly metadata: ArgumentMetadata;
  /** The pipes bound to this parameter. */
  readonly pipes: RouteParameter['pipes'];
  readonly factory?: RouteParameter['factory'];
  /** Returns the model's input for this parameter. */
  readonly inputOf: (input: JsonObject) => JsonValue | undefined;
}

/** The plan of Nest's pipeline for one tool method. */
export interface PipelinePlan extends RunningMethod {
  /** Present if each call of the method passes a gate. */
  readonly guard?: MethodGuard | undefined;
  /** The decorators that need a pipeline, for messages; empty if the method is called directly. */
  readonly attached: readonly string[];
  /** The metadata keys that a guard would not find, because they are on a function that does not run. */
  readonly lostMetadata: readonly string[];
  readonly parameters: readonly PipedParameter[];
}

/**
 * Reads the enhancers of a tool method and its parameters.
 * @throws ToolDeclarationException if one of them would not run
 */
export const planPipeline = (method: DeclaredMethod, type: Class, key: string, isStatic: boolean): PipelinePlan => {
  const { label } = method;
  const start: object = isStatic ? type : type.prototype;
  const owner = prototypeChain(start).find((target) => Object.hasOwn(target, key));
  const handler: Function = owner && Object.getOwnPropertyDescriptor(owner, key)?.value;
  const enhancers = enhancersOf(type, handler);
  const running = { label, type, key, isStatic, handler, enhancers };
  refuseLostEnhancers(running);
  const parameters = method.parameters.map((parameter) => pipedParameter(parameter, method));
  const attached = [
    ...ENHANCER_KINDS.filter((kind) => enhancers[kind].length > 0).map((kind) => ENHANCERS[kind].decorator),
    ...(parameters.some(({ pipes }) => pipes.length > 0) ? ['pipes on its parameters'] : []),
    ...(parameters.some(({ givenBy }) => givenBy === 'application') ? ['decorators on its parameters'] : []),
  ];
  return { ...running, guard: method.guard, attached, lostMetadata: lostMetadataOf(running), parameters };
};

const pipedParameter = (parameter: DeclaredParameter, { label, options }: DeclaredMethod): PipedParameter => {
  const { index, name = '', route } = parameter;
  const isApplications = route?.source === 'application';
  if (isApplications && Object.keys(parameter.options).length > 0) {
    throw new ToolDeclarationException(
      `${label}, parameter ${index}: a decorator of the application sets its value, but @ToolParam() requests one from the model. Remove one of them.`,
    );
  }
  const { source = 'body', data = name, pipes = [], factory, schema } = route ?? {};
  return {
    index,
    givenBy: isApplications ? 'application' : isContext(parameter) ? 'context' : 'model',
    metadata: {
      type: isApplications ? 'custom' : source,
      metatype: metatypeOf(parameter, options.parameters),
      data: isApplications ? route.data : data,
      ...(schema !== undefined && { schema }),
    } as ArgumentMetadata,
    pipes,
    factory,
    inputOf: options.parameters === undefined ? (input) => input[name] : (input) => input,
  };
};

const metatypeOf = ({ options, designType }: DeclaredParameter, whole: unknown): ArgumentMetadata['metatype'] => {
  const stated = options.type === undefined ? undefined : resolveReference(options.type);
  const type: unknown = Array.isArray(stated) ? Array : (stated ?? designType);
  const known = type === Object || typeof type !== 'function' ? (whole ?? type) : type;
  // For an enum, some compilers emit its object as the type. No pipe can use an object that is not a class.
  return typeof known === 'function' && !isStandardSchema(known) ? (known as ArgumentMetadata['metatype']) : undefined;
};
