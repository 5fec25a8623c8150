import { isPromiseLike } from '../execution/is-promise-like.js';

/** Goes on with a value at once, or when its promise is kept: what needs no waiting stays synchronous. */
export function chain<T, R>(value: T | PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): R | Promise<R> {
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : (next(value) as R);
}

/** Collects values; a promise only if one of them is. */
export function collect<T>(values: readonly (T | PromiseLike<T>)[]): T[] | Promise<T[]> {
  return values.some(isPromiseLike) ? Promise.all(values) : (values as T[]);
}
