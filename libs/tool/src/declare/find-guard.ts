import { ANOTHER_COPY, type Class, prototypeChain } from '#core';
import type { MethodGuard } from '../contract/method-guard.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { METHOD_GUARD, TOOL_METHOD_SOURCE } from '../tool.constants.js';
import { pluginMethod } from '../types/plugin-metadata.js';
import { isOwnGuard } from './guard-method.js';

/**
 * Returns the guard of a method; undefined if neither it nor a method that it overrides has one.
 * @throws ToolDeclarationException if its calls could not pass the gate: an unguarded method overrides a guarded one, or
 * a guarded method is private, does not return a promise, or is guarded by another copy of the package
 */
export function findGuard(type: Class, key: string): MethodGuard | undefined {
  const chain = prototypeChain(type.prototype);
  const guarded = chain.find((target) => Reflect.hasOwnMetadata(METHOD_GUARD, target, key));
  if (!guarded) return undefined;
  const guard: MethodGuard = Reflect.getOwnMetadata(METHOD_GUARD, guarded, key);
  const running = chain.find((target) => Object.hasOwn(target, key));
  const label = `${type.name}.${key}`;
  // Such a method reaches no gate of this copy.
  if (!isOwnGuard(guard)) throw new ToolDeclarationException(`${label} has @RequiresApproval() ${ANOTHER_COPY}`);
  if (running !== guarded) {
    throw new ToolDeclarationException(
      `${label} overrides ${guard.label}, which requires approval, and is not guarded itself. Add @RequiresApproval() to ${label}.`,
    );
  }
  if (pluginMethod(guarded, key)?.isPrivate) {
    throw new ToolDeclarationException(
      `${label} is private but requires approval, and Toolgate calls it from outside its class after the decision. Remove \`private\` from it, or guard the public method that calls it.`,
    );
  }
  if (!isAsync(guarded, key)) {
    throw new ToolDeclarationException(
      `${label} requires approval, so its callers wait, but it does not return a promise. Declare the method \`async\`.`,
    );
  }
  return guard;
}

// A method that another decorator wraps is known only by the type that the compiler wrote.
function isAsync(target: object, key: string): boolean {
  const source: object = Reflect.getOwnMetadata(TOOL_METHOD_SOURCE, target, key);
  const isDeclared = Reflect.getOwnMetadata('design:returntype', target, key) === Promise;
  return isDeclared || source.constructor.name === 'AsyncFunction';
}
