import type { Abstract, FactoryProvider, InjectionToken, OptionalFactoryDependency, Type } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import type { FunctionToolOptions, FunctionToolSettings } from './declaration/function-tool-options.js';
import type { ParametersSource } from './declaration/input-of.js';
import { FunctionToolCallback } from './function-tool-callback.js';
import { promiseClass } from './seam/promised-class.js';
import { ToolDeclarationException } from './tool.errors.js';

type Body = Pick<FunctionToolOptions<undefined>, 'run' | 'reconcile'>;
type Injected = InjectionToken | OptionalFactoryDependency;

/** What the injected tokens give: instances of classes; of every other token the factory says the type itself. */
export type InjectedServices<I extends readonly Injected[]> = {
  [K in keyof I]: I[K] extends Type<infer T> | Abstract<infer T> ? T : unknown;
};

/** The body of a function tool, alone or beside its `reconcile`. */
export type FunctionToolBody<P extends ParametersSource | undefined, C extends object = JsonObject> =
  FunctionToolOptions<P, C>['run'] | Pick<FunctionToolOptions<P, C>, 'run' | 'reconcile'>;

/** A function tool whose body needs services. */
export interface FunctionToolFactory<
  P extends ParametersSource | undefined,
  I extends readonly Injected[],
  C extends object = JsonObject,
> extends FunctionToolSettings<P> {
  readonly inject?: I;
  /** Gets the services and gives the tool's body, or a record of it and of what finds out what became of a call. */
  useFactory(...services: InjectedServices<I>): FunctionToolBody<P, C> | Promise<FunctionToolBody<P, C>>;
}

/**
 * Makes a provider of a function tool whose body needs services: `provideFunctionTool('find', { inject: [Orders],
 * useFactory: (orders) => ({ id }) => orders.find(id), parameters })`. It is found by name like every other tool, and
 * injected by name: `@Inject('find')`.
 * @throws ToolDeclarationException if it has no name
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
      "provideFunctionTool() has no name: give one, `provideFunctionTool('find', …)`.",
    );
  }
  const create = async (...services: readonly unknown[]): Promise<FunctionToolCallback> => {
    if (typeof useFactory !== 'function') throw new ToolDeclarationException(noFactory(name));
    const made: unknown = await useFactory(...(services as InjectedServices<I>));
    const { run, reconcile } = typeof made === 'function' ? { run: made } : ((made ?? {}) as Partial<Body>);
    if (typeof run !== 'function') {
      throw new ToolDeclarationException(
        `useFactory of provideFunctionTool("${name}") gives no function: return the tool's body, \`(orders) => (input, context) => …\`.`,
      );
    }
    const options = { ...settings, name, run, reconcile };
    return new FunctionToolCallback(options as unknown as FunctionToolOptions<ParametersSource | undefined>);
  };
  return { provide: name, inject: [...(inject ?? [])], useFactory: promiseClass(create, labelledClass(name)) };
}

const noFactory = (name: string): string =>
  `provideFunctionTool("${name}") has no useFactory: give a function that gets the services and returns the tool's body.`;

// Such a tool is refused, not lost, if its factory runs for each request; the refusal names it by this class.
const labelledClass = (name: string): Type<FunctionToolCallback> => {
  const label = `provideFunctionTool("${name}")`;
  return { [label]: class extends FunctionToolCallback {} }[label]!;
};
