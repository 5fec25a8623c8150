import type { ArgumentMetadata } from '@nestjs/common';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { isContext } from '../declaration/plan-arguments.js';
import type { DeclaredMethod, DeclaredParameter } from '../declaration/read-method.js';
import type { RouteParameter } from '../declaration/route-parameters.js';
import { isStandardSchema } from '../declaration/standard-schema.js';
import { chainOf } from '../declaration/tool-methods-of.js';
import { type Class, resolveReference } from '../declaration/type-reference.js';
import { ToolDeclarationException } from '../tool.errors.js';
import { ENHANCER_KINDS, ENHANCERS, enhancersOf } from './enhancers.js';
import { lostMetadataOf, refuseLostEnhancers, type RunningMethod } from './lost-enhancers.js';

/** One parameter of a tool method, as pipes see it. */
export interface PipedParameter {
  readonly index: number;
  /** Pipes get what the model and the application give; the tool context is nobody's to change. */
  readonly givenBy: 'model' | 'application' | 'context';
  readonly metadata: ArgumentMetadata;
  /** Those bound to this parameter. */
  readonly pipes: RouteParameter['pipes'];
  readonly factory?: RouteParameter['factory'];
  /** What the model gave for it. */
  readonly inputOf: (input: JsonObject) => JsonValue | undefined;
}

/** What Nest's pipeline has to do for one tool method. */
export interface PipelinePlan extends RunningMethod {
  /** The decorators that ask for a pipeline, for messages; none where the method is simply called. */
  readonly attached: readonly string[];
  /** Metadata on a function that does not run. */
  readonly lostMetadata: readonly string[];
  readonly parameters: readonly PipedParameter[];
}

/**
 * Reads what stands around a tool method and its parameters.
 * @throws ToolDeclarationException where something of it would be lost
 */
export const planPipeline = (method: DeclaredMethod, type: Class, key: string, isStatic: boolean): PipelinePlan => {
  const { label } = method;
  const start: object = isStatic ? type : type.prototype;
  const owner = chainOf(start).find((target) => Object.hasOwn(target, key))!;
  const handler = Object.getOwnPropertyDescriptor(owner, key)!.value as Function;
  const enhancers = enhancersOf(type, handler);
  const running = { label, type, key, isStatic, handler, enhancers };
  refuseLostEnhancers(running);
  const parameters = method.parameters.map((parameter) => pipedParameter(parameter, method));
  const attached = [
    ...ENHANCER_KINDS.filter((kind) => enhancers[kind].length > 0).map((kind) => ENHANCERS[kind].decorator),
    ...(parameters.some(({ pipes }) => pipes.length > 0) ? ['pipes on its parameters'] : []),
    ...(parameters.some(({ givenBy }) => givenBy === 'application') ? ['decorators on its parameters'] : []),
  ];
  return { ...running, attached, lostMetadata: lostMetadataOf(running), parameters };
};

const pipedParameter = (parameter: DeclaredParameter, { label, options }: DeclaredMethod): PipedParameter => {
  const { index, name = '', route } = parameter;
  const isApplications = route?.source === 'application';
  if (isApplications && Object.keys(parameter.options).length > 0) {
    throw new ToolDeclarationException(
      `${label}, parameter ${index}: a decorator of the application gives it its value, and @ToolParam() asks the model for one. Remove one of them.`,
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
  const said = options.type === undefined ? undefined : resolveReference(options.type);
  const type: unknown = Array.isArray(said) ? Array : (said ?? designType);
  const known = type === Object || typeof type !== 'function' ? (whole ?? type) : type;
  // Compilers write an enum's object where others write its class: no pipe can make anything of it.
  return typeof known === 'function' && !isStandardSchema(known) ? (known as ArgumentMetadata['metatype']) : undefined;
};
