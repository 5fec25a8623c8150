/** Any class, abstract ones and those with constructor parameters included. */
export type Class<T = unknown> = abstract new (...args: never) => T;

/** A type said in code: a class, a list of one (`[Item]`), or a function that gives either (`() => [Item]`). */
export type TypeReference = Class | readonly [TypeReference] | TypeThunk;

/** Gives a type when it is needed, so that a class may name itself or one declared after it. */
export type TypeThunk = () => Class | readonly [TypeReference];

/** Reads a thunk; a class and a list come as they are. */
export function resolveReference(reference: TypeReference): Class | readonly [TypeReference] {
  return isThunk(reference) ? reference() : reference;
}

function isThunk(reference: TypeReference): reference is TypeThunk {
  return typeof reference === 'function' && !Object.hasOwn(reference, 'prototype');
}
