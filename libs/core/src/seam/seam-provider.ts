import type { FactoryProvider } from '@nestjs/common';
import { registerSeam } from './assert-one-copy.js';
import { delegateTo, type SeamToken } from './delegate.js';
import { type SeamOptions, Seams } from './seams.js';

/** Returns the provider of a seam's delegate under its token. `inject` lists the dependencies of the function `options`. */
export const seamProvider = <T extends object, A extends unknown[]>(
  token: SeamToken<T>,
  members: readonly (keyof T & string)[],
  options: (...dependencies: A) => SeamOptions<T>,
  inject: FactoryProvider['inject'] = [],
): FactoryProvider<T> => {
  registerSeam(token);
  return {
    provide: token,
    inject: [Seams, ...inject],
    useFactory: (seams: Seams, ...dependencies: unknown[]) => {
      const effective = seams.cached(() => seams.effective(token));
      const delegate = delegateTo(token, members, effective, () => !seams.isReplaced(token));
      return seams.register(token, delegate, options(...(dependencies as A)));
    },
  };
};
