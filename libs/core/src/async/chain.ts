import { isPromiseLike } from './is-promise-like.js';

/** Calls `next` with a value, at once or after its promise resolves, so that synchronous work stays synchronous. */
export function chain<T, R>(value: T | PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): R | Promise<R> {
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : (next(value) as R);
}

/** Collects values; returns a promise only if one of them is a promise. */
export function collect<T>(values: readonly (T | PromiseLike<T>)[]): T[] | Promise<T[]> {
  return values.some(isPromiseLike) ? Promise.all(values) : (values as T[]);
}
