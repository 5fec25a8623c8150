import type { Type } from '@nestjs/common';

const PROMISED = Symbol.for('toolgate:promised-class');

type Factory = (...services: readonly never[]) => unknown;

/** Marks a factory with the class that it creates, because start-up cannot inspect the result of a request-scoped factory. */
export const promiseClass = <F extends Factory>(factory: F, type: Type): F =>
  Object.defineProperty(factory, PROMISED, { value: type });

/** Returns the class that a factory is marked with, if any. */
export const promisedClass = (factory: unknown): Type | undefined =>
  typeof factory === 'function' ? (factory as { [PROMISED]?: Type })[PROMISED] : undefined;
