import type { Class } from '#core';

/** A type stated in code: a class, a list of one (`[Item]`), or a function that returns either (`() => [Item]`). */
export type TypeReference = Class | readonly [TypeReference] | TypeThunk;

/** Returns a type on demand, so that a class may reference itself or one declared later. */
export type TypeThunk = () => Class | readonly [TypeReference];

/** Calls a thunk; returns a class or a list unchanged. */
export function resolveReference(reference: TypeReference): Class | readonly [TypeReference] {
  return isThunk(reference) ? reference() : reference;
}

function isThunk(reference: TypeReference): reference is TypeThunk {
  return typeof reference === 'function' && !Object.hasOwn(reference, 'prototype');
}
