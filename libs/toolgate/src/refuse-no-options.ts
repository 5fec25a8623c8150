import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import { kindOf, SeamException } from '#core';

/** Stops start-up if the factory of a module's options returns nothing, like an arrow function without `return`. */
export const refuseNoOptions = (module: DynamicModule, token: string | symbol): DynamicModule => ({
  ...module,
  providers: module.providers?.map((provider) => {
    if (!('useFactory' in provider) || provider.provide !== token) return provider;
    return { ...provider, useFactory: async (...args: unknown[]) => assertOptions(await create(provider, args)) };
  }),
});

const create = (provider: FactoryProvider, args: unknown[]): unknown => provider.useFactory(...args);

const assertOptions = (options: unknown): unknown => {
  if (typeof options === 'object' && options !== null) return options;
  throw new SeamException(
    `The factory of ToolgateModule.forRootAsync() returned ${kindOf(options)}. Return the options, such as { model }, or {}.`,
  );
};
