import { type Class, prototypeChain } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { GUARDED_METHODS, TOOL_METHODS } from '../tool.constants.js';

/** A method marked with `@Tool`, or guarded. */
export interface ToolMethod {
  readonly key: string;
  readonly isStatic: boolean;
  /** Whether it is only guarded, so that no model may call it. */
  readonly isInternal?: boolean;
}

/**
 * Lists the tool methods and the guarded methods of a class, inherited ones first and each once.
 * @throws ToolDeclarationException for a method whose name is a symbol
 */
export function toolMethodsOf(type: Class): readonly ToolMethod[] {
  return [...ownAndInherited(type, type.prototype, false), ...ownAndInherited(type, type, true)];
}

function ownAndInherited(type: Class, start: object, isStatic: boolean): ToolMethod[] {
  const offered = keysIn(start, TOOL_METHODS);
  return [...new Set([...offered, ...keysIn(start, GUARDED_METHODS)])].map((key) => {
    if (typeof key === 'string') return { key, isStatic, ...(!offered.includes(key) && { isInternal: true }) };
    throw new ToolDeclarationException(
      `${type.name} has a tool method named ${String(key)}. Use a string as the method name.`,
    );
  });
}

function keysIn(start: object, metadata: symbol): readonly PropertyKey[] {
  return prototypeChain(start)
    .toReversed()
    .flatMap((target): PropertyKey[] => Reflect.getOwnMetadata(metadata, target) ?? []);
}
