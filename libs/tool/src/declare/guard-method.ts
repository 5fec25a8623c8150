import { beginGuarded } from '../contract/permitted-call.js';
import { callThroughGate } from '../contract/guarded-instance.js';
import type { MethodGuard } from '../contract/method-guard.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { GUARDED_METHODS, METHOD_GUARD, TOOL_METHOD_SOURCE } from '../tool.constants.js';

const own = new WeakSet<MethodGuard>();

/** Whether a guard is of this copy of the package. */
export const isOwnGuard = (guard: MethodGuard): boolean => own.has(guard);

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Returns a decorator that guards a method: each call of it passes the gate of its application before the body runs. The
 * method is replaced when its class is defined, so every later reference to it is guarded.
 * @param name the decorator's name, for messages: `@RequiresApproval()`
 * @param requirement the requirement that the gate must apply
 */
export function guardMethod(name: string, requirement: object): MethodDecorator {
  return (target, key, given: PropertyDescriptor | undefined) => {
    const label = `${classNameOf(target)}.${String(key)}`;
    const descriptor = guardable(name, { label, target, key, descriptor: given });
    const method: Method = descriptor.value;
    const guard: MethodGuard = { label, key: key as string, requirement };
    own.add(guard);
    if (!Reflect.hasOwnMetadata(TOOL_METHOD_SOURCE, target, key)) {
      Reflect.defineMetadata(TOOL_METHOD_SOURCE, method, target, key);
    }
    Reflect.defineMetadata(METHOD_GUARD, guard, target, key);
    const methods: readonly PropertyKey[] = Reflect.getOwnMetadata(GUARDED_METHODS, target) ?? [];
    Reflect.defineMetadata(GUARDED_METHODS, [...methods, key], target);
    descriptor.value = guarded(guard, method);
  };
}

function guarded(guard: MethodGuard, method: Method): Method {
  const replacement: Method = function (...args) {
    return beginGuarded(guard, this, args) ? method.apply(this, args) : callThroughGate(guard, this, args);
  };
  for (const key of ['name', 'length'] as const) {
    Object.defineProperty(replacement, key, { value: method[key], configurable: true });
  }
  // Guards and interceptors find the metadata of their decorators on the function that runs.
  for (const key of Reflect.getOwnMetadataKeys(method)) {
    Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, method), replacement);
  }
  return replacement;
}

interface Guardable {
  readonly label: string;
  readonly target: object;
  readonly key: string | symbol;
  readonly descriptor: PropertyDescriptor | undefined;
}

function guardable(name: string, { label, target, key, descriptor }: Guardable): PropertyDescriptor {
  const refuse: (problem: string) => never = (problem) => {
    throw new ToolDeclarationException(`${label} cannot have ${name}: ${problem}`);
  };
  if (typeof key !== 'string') refuse('its name is not a string. Use a string as the method name.');
  if (typeof target === 'function') refuse('it is static. Make it a method of a provider.');
  if (typeof descriptor?.value !== 'function') refuse('it is not a method. Put the decorator on a method.');
  if (Reflect.hasOwnMetadata(METHOD_GUARD, target, key))
    refuse('the method has the decorator twice. Put all requirements into one.');
  return descriptor;
}

/** Returns the name of the class that a decorator of a method receives, for error texts. */
export function classNameOf(target: object): string {
  const { name } = typeof target === 'function' ? target : target.constructor;
  return name || 'An unnamed class';
}
