import type { Type } from '@nestjs/common';
import { type DiscoveryService, ModuleRef } from '@nestjs/core';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import type { SeamToken } from './delegate.js';
import { promisedClass } from './promised-class.js';
import { SeamException } from './seam.errors.js';

/** Nest's record of one provider of one module. */
export type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** Whether each turn needs its own instance. */
export const isScoped = (wrapper: ProviderWrapper): boolean => wrapper.isTransient || !wrapper.isDependencyTreeStatic();

/** Returns the name of a provider's module, for messages. */
export const hostOf = (wrapper: ProviderWrapper): string => wrapper.host?.name ?? 'an unknown module';

/** Returns the class of a provider's instances, if known. */
export const classOf = (wrapper: ProviderWrapper): Type | undefined => {
  if (!wrapper.isNotMetatype) return wrapper.metatype as Type;
  const instance: unknown = wrapper.instance;
  if (typeof instance === 'object' && instance !== null) return instance.constructor as Type;
  // A scoped factory has created nothing yet, so its mark or its token states the class.
  const promised = promisedClass(wrapper.metatype);
  if (promised && isScoped(wrapper)) return promised;
  return typeof wrapper.token === 'function' && isScoped(wrapper) ? (wrapper.token as Type) : undefined;
};

/** Whether a provider's instances extend a seam's class. */
export const extendsSeam = (wrapper: ProviderWrapper, seam: SeamToken<object>): boolean =>
  classOf(wrapper)?.prototype instanceof seam;

/** Returns the `ModuleRef` of a provider's module. */
export const moduleRefOf = (wrapper: ProviderWrapper): ModuleRef =>
  wrapper.host?.getProviderByKey(ModuleRef).instance as ModuleRef;

const isCreated = (wrapper: ProviderWrapper): boolean =>
  wrapper.getInstanceByContextId(STATIC_CONTEXT).isResolved === true;

/** Whether the singleton of a provider is null or undefined. */
export const isNothing = (wrapper: ProviderWrapper): boolean =>
  !isScoped(wrapper) && isCreated(wrapper) && (wrapper.instance === null || wrapper.instance === undefined);

/** Returns the singleton of a provider that is not scoped. */
export const readyInstance = <T>(wrapper: ProviderWrapper): T => {
  if (isCreated(wrapper)) return wrapper.instance;
  throw new SeamException(
    `${String(wrapper.name)} in ${hostOf(wrapper)} is used before Nest created it. Use tools and chat clients in onModuleInit or later, not in a constructor.`,
  );
};

/** Returns one wrapper per instance, because an alias and its target are the same provider. */
export const distinct = (wrappers: readonly ProviderWrapper[]): ProviderWrapper[] => [
  ...new Map(wrappers.map((wrapper) => [isScoped(wrapper) ? wrapper : wrapper.instance, wrapper])).values(),
];
