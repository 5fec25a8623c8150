import type { FactoryProvider } from '@nestjs/common';
import type { SeamToken } from './delegate.js';

type InstancesOf<I extends readonly SeamToken<object>[]> = {
  readonly [K in keyof I]: I[K] extends SeamToken<infer T> ? T : never;
};

/** Returns the provider of a class that `create` creates from the providers of `inject`, in this order. */
export const factoryProvider = <T extends object, const I extends readonly SeamToken<object>[]>(
  provide: SeamToken<T>,
  inject: I,
  create: (...dependencies: InstancesOf<I>) => T,
): FactoryProvider<T> => ({ provide, inject: [...inject], useFactory: create });
