import type { Type } from '@nestjs/common';
import { type DiscoveryService, ModuleRef } from '@nestjs/core';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import type { SeamToken } from './delegate.js';
import { promisedClass } from './promised-class.js';
import { SeamException } from './seam.errors.js';

/** What Nest knows of one provider of one module. */
export type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** Whether each turn needs an instance of its own. */
export const isScoped = (wrapper: ProviderWrapper): boolean => wrapper.isTransient || !wrapper.isDependencyTreeStatic();

/** The name of the module a provider stands in, for messages. */
export const hostOf = (wrapper: ProviderWrapper): string => wrapper.host?.name ?? 'an unknown module';

/** The class of a provider's instances, where it can be told. */
export const classOf = (wrapper: ProviderWrapper): Type | undefined => {
  if (!wrapper.isNotMetatype) return wrapper.metatype as Type;
  const instance: unknown = wrapper.instance;
  if (typeof instance === 'object' && instance !== null) return instance.constructor as Type;
  // What a scoped factory makes is not there yet; a mark or its token says what it promises.
  const promised = promisedClass(wrapper.metatype);
  if (promised && isScoped(wrapper)) return promised;
  return typeof wrapper.token === 'function' && isScoped(wrapper) ? (wrapper.token as Type) : undefined;
};

/** Whether a provider's instances belong to a seam's class. */
export const extendsSeam = (wrapper: ProviderWrapper, seam: SeamToken<object>): boolean =>
  (classOf(wrapper)?.prototype as unknown) instanceof seam;

/** The `ModuleRef` of the module a provider stands in. */
export const moduleRefOf = (wrapper: ProviderWrapper): ModuleRef =>
  wrapper.host?.getProviderByKey(ModuleRef).instance as ModuleRef;

/** The one instance of a provider that is no scoped one. */
export const readyInstance = <T>(wrapper: ProviderWrapper): T => {
  if (wrapper.getInstanceByContextId(STATIC_CONTEXT).isResolved) return wrapper.instance as T;
  throw new SeamException(
    `${String(wrapper.name)} in ${hostOf(wrapper)} is asked before it exists. Use tools and chat clients from onModuleInit on, not in a constructor.`,
  );
};

/** One wrapper for each instance: an alias and its target are the same provider. */
export const distinct = (wrappers: readonly ProviderWrapper[]): ProviderWrapper[] => [
  ...new Map(wrappers.map((wrapper) => [isScoped(wrapper) ? wrapper : wrapper.instance, wrapper])).values(),
];
