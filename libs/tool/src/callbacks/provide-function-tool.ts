import type { Abstract, FactoryProvider, InjectionToken, OptionalFactoryDependency, Type } from '@nestjs/common';
import { promiseClass } from '#core';
import type { JsonObject } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import type { ParametersSource } from '../types/parameters-source.js';
import { FunctionToolCallback } from './function-tool-callback.js';
import type { FunctionToolOptions, FunctionToolSettings } from './function-tool-options.js';

type Body = Pick<FunctionToolOptions<undefined>, 'run' | 'reconcile' | 'question'>;
type Injected = InjectionToken | OptionalFactoryDependency;

/** The types of the injected services: the instance of a class; for every other token, the type that the factory states. */
export type InjectedServices<I extends readonly Injected[]> = {
  [K in keyof I]: I[K] extends Type<infer T> | Abstract<infer T> ? T : unknown;
};

/** The body of a function tool, alone or together with its `reconcile` and `question`. */
export type FunctionToolBody<P extends ParametersSource | undefined, C extends object = JsonObject> =
  | FunctionToolOptions<P, C>['run']
  | Pick<FunctionToolOptions<P, C>, 'run' | 'reconcile' | 'question'>;

/** A function tool whose body needs services. */
export interface FunctionToolFactory<
  P extends ParametersSource | undefined,
  I extends readonly Injected[],
  C extends object = JsonObject,
> extends FunctionToolSettings<P> {
  readonly inject?: I;
  /** Receives the services and returns the tool's body, or an object with `run`, `reconcile` and `question`. */
  useFactory(...services: InjectedServices<I>): FunctionToolBody<P, C> | Promise<FunctionToolBody<P, C>>;
}

/**
 * Creates a provider of a function tool whose body needs services: `provideFunctionTool('find', { inject: [Orders],
 * useFactory: (orders) => ({ id }) => orders.find(id), parameters })`. The tool is found by name like every other tool,
 * and can be injected by name: `@Inject('find')`.
 * @throws ToolDeclarationException if the name is missing
 */
export function provideFunctionTool<
  P extends ParametersSource | undefined = undefined,
  const I extends readonly Injected[] = readonly [],
  C extends object = JsonObject,
>(
  name: string,
  { inject, useFactory, ...settings }: FunctionToolFactory<P, I, C>,
): FactoryProvider<FunctionToolCallback> {
  if (typeof name !== 'string' || !name.trim()) {
    throw new ToolDeclarationException(
      "provideFunctionTool() has no name. Give it one: `provideFunctionTool('find', …)`.",
    );
  }
  const create = async (...services: readonly unknown[]): Promise<FunctionToolCallback> => {
    if (typeof useFactory !== 'function') throw new ToolDeclarationException(noFactory(name));
    const made: unknown = await useFactory(...(services as InjectedServices<I>));
    const { run, reconcile, question } = typeof made === 'function' ? { run: made } : ((made ?? {}) as Partial<Body>);
    if (typeof run !== 'function') {
      throw new ToolDeclarationException(
        `useFactory of provideFunctionTool("${name}") does not return a function. Return the tool's body: \`(orders) => (input, context) => …\`.`,
      );
    }
    const options = { ...settings, name, run, reconcile, question };
    return new FunctionToolCallback(options as FunctionToolOptions<ParametersSource | undefined>);
  };
  return { provide: name, inject: [...(inject ?? [])], useFactory: promiseClass(create, labelledClass(name)) };
}

const noFactory = (name: string): string =>
  `provideFunctionTool("${name}") has no useFactory. Pass a function that receives the services and returns the tool's body.`;

// If the factory is request-scoped, start-up fails with an error that names the tool by this class.
const labelledClass = (name: string): Type<FunctionToolCallback> => {
  const labelled = class extends FunctionToolCallback {};
  Object.defineProperty(labelled, 'name', { value: `provideFunctionTool("${name}")` });
  return labelled;
};
