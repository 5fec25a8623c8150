import type { Type } from '@nestjs/common';

const PROMISED = Symbol.for('toolgate:promised-class');

type Factory = (...services: readonly never[]) => unknown;

/** Marks a factory with the class of what it creates: of a factory for each request, nothing else is known at start-up. */
export const promiseClass = <F extends Factory>(factory: F, type: Type): F =>
  Object.defineProperty(factory, PROMISED, { value: type });

/** The class that a factory promises, if it promises one. */
export const promisedClass = (factory: unknown): Type | undefined =>
  typeof factory === 'function' ? (factory as { [PROMISED]?: Type })[PROMISED] : undefined;
