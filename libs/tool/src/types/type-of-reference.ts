import { type Class, kindOf } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { resolveReference, type TypeReference } from './type-reference.js';
import type { ValueType } from './value-type.js';

const SCALARS: ReadonlyMap<unknown, ValueType> = new Map<unknown, ValueType>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [Date, { type: 'date' }],
  [Object, { type: 'object' }],
]);

/**
 * Reads a type stated in code: `String`, `Item`, `[Item]`, `() => [Item]`.
 * @throws ToolDeclarationException if the type has no JSON form
 */
export function typeOfReference(reference: TypeReference): ValueType {
  const resolved: unknown = resolveReference(reference);
  if (Array.isArray(resolved)) {
    if (resolved.length === 1) return { type: 'array', of: typeOfReference(resolved[0] as TypeReference) };
    throw new ToolDeclarationException('its `type` must be a list of one class, such as `() => [Item]`.');
  }
  const scalar = SCALARS.get(resolved);
  if (scalar) return scalar;
  if (isJsonClass(resolved)) return { type: 'dto', class: resolved };
  throw new ToolDeclarationException(
    resolved === undefined
      ? 'its `type` is undefined. Pass a function, `type: () => Item`, which is called after all classes are loaded.'
      : `${typeName(resolved)} has no form in JSON. Take a string, a number, a list or a DTO, and convert it in the method.`,
  );
}

/** Whether a value is a class of the application, not one of the language or the platform, which has no JSON form. */
function isJsonClass(value: unknown): value is Class {
  return typeof value === 'function' && Reflect.get(globalThis, value.name) !== value && !isNative(value);
}

function isNative(value: object): boolean {
  return /\{\s*\[native code\]\s*\}\s*$/u.test(Function.prototype.toString.call(value));
}

function typeName(value: unknown): string {
  return typeof value === 'function' ? value.name : kindOf(value);
}
