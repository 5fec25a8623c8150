import type { Type } from '@nestjs/common';
import { classOf, hostOf, isScoped, type ProviderWrapper, readyInstance } from './provider-wrapper.js';
import { refuseScoped } from './seam-refusals.js';
import { resolveForTurn, type TurnScope } from './turn-scope.js';

/** One provider of a seam that allows several, such as an interceptor. */
export interface Collected<T> {
  readonly type: Type | undefined;
  readonly module: string;
  forTurn(context: TurnScope): T | Promise<T>;
  /** Returns the singleton. Throws `SeamException` for a scoped provider. */
  instance(): T;
}

export const toCollected = <T>(wrapper: ProviderWrapper): Collected<T> => {
  const scoped = isScoped(wrapper);
  const type = classOf(wrapper);
  return {
    type,
    module: hostOf(wrapper),
    forTurn: (context) => (scoped ? resolveForTurn<T>(wrapper, context) : readyInstance<T>(wrapper)),
    instance: () => (scoped ? refuseScoped(type ?? wrapper, wrapper) : readyInstance<T>(wrapper)),
  };
};
