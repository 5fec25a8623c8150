import type { FactoryProvider } from '@nestjs/common';
import type { SeamToken } from './delegate.js';

/** Returns the provider of a class whose constructor receives its dependencies by name. `tokens` are their providers. */
export const partsProvider = <T extends object, Parts extends object>(
  provide: new (parts: Parts) => T,
  tokens: { readonly [Name in keyof Parts]: SeamToken<Parts[Name] & object> },
): FactoryProvider<T> => ({
  provide,
  inject: Object.values(tokens) as SeamToken<object>[],
  useFactory: (...found: readonly object[]) =>
    new provide(Object.fromEntries(Object.keys(tokens).map((name, index) => [name, found[index]])) as Parts),
});
