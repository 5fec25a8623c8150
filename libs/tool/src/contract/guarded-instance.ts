import type { CallThroughGate, MethodGuard } from './method-guard.js';
import { ToolException } from './tool.errors.js';

// A property, because a proxy of the instance has it too, and a map by instance would not find the proxy.
const GATE = Symbol('toolgate:gate');

/** Connects the guarded methods of an instance with the gate of its application. */
export const connectGate = (instance: object, call: CallThroughGate): void =>
  void Object.defineProperty(instance, GATE, { value: call, configurable: true });

/**
 * Calls a guarded method through the gate of the instance.
 * @throws ToolException if the instance has none
 */
export const callThroughGate = async (
  { label, key }: MethodGuard,
  self: unknown,
  args: readonly unknown[],
): Promise<unknown> => {
  const call = (self as { readonly [GATE]?: CallThroughGate } | null | undefined)?.[GATE];
  if (call) return call(key, args);
  throw new ToolException(
    `${label} requires approval, and this object is not a provider of a started application with ToolgateModule. Inject the provider, and call its method after start-up.`,
  );
};
