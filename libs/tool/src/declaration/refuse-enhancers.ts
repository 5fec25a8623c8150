import { ToolDeclarationException } from '../tool.errors.js';
import { ENHANCERS, TOOL_METHOD_SOURCE, TOOL_OPTIONS } from './declaration.constants.js';
import { chainOf } from './tool-methods-of.js';
import type { Class } from './type-reference.js';

/**
 * Refuses a tool with guards, pipes or interceptors of Nest on its method or class: ignoring them would let through
 * what they forbid.
 * @throws ToolDeclarationException naming the tool, what it carries and what to do instead
 */
export function refuseEnhancers(label: string, type: Class, key: string, isStatic: boolean): void {
  const onMethod = functionsOf(isStatic ? type : type.prototype, key).flatMap(enhancersOn);
  const onClass = enhancersOn(type);
  const [where, found] = onMethod.length > 0 ? ['it', onMethod] : ['its class', onClass];
  if (found.length === 0) return;
  throw new ToolDeclarationException(
    `${label} cannot be a tool: ${where} carries ${[...new Set(found)].join(' and ')}, and guards, pipes and interceptors on tool methods are not run for calls of a model. Decide in a ToolApprovalStrategy, and put the tool into a class without them.`,
  );
}

function enhancersOn(target: object): string[] {
  return Object.entries(ENHANCERS).flatMap(([metadata, decorator]) => {
    const given: unknown = Reflect.getMetadata(metadata, target);
    return given === undefined || (Array.isArray(given) && given.length === 0) ? [] : [decorator];
  });
}

/** The method that runs, those that its options come from, and each as it was before another decorator wrapped it. */
function functionsOf(start: object, key: string): object[] {
  const chain = chainOf(start);
  const running = chain.find((target) => Object.hasOwn(target, key));
  const declaring = chain.filter((target) => target === running || Reflect.hasOwnMetadata(TOOL_OPTIONS, target, key));
  return declaring
    .flatMap((target): unknown[] => [
      Object.getOwnPropertyDescriptor(target, key)?.value,
      Reflect.getOwnMetadata(TOOL_METHOD_SOURCE, target, key),
    ])
    .filter((method) => typeof method === 'function');
}
