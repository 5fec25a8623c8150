import { type Class, prototypeChain } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_METHODS } from '../tool.constants.js';

/** A method marked with `@Tool`. */
export interface ToolMethod {
  readonly key: string;
  readonly isStatic: boolean;
}

/**
 * Lists the tool methods of a class, inherited ones first and each once.
 * @throws ToolDeclarationException for a method whose name is a symbol
 */
export function toolMethodsOf(type: Class): readonly ToolMethod[] {
  return [...ownAndInherited(type, type.prototype, false), ...ownAndInherited(type, type, true)];
}

function ownAndInherited(type: Class, start: object, isStatic: boolean): ToolMethod[] {
  const keys = new Set<PropertyKey>(
    prototypeChain(start)
      .toReversed()
      .flatMap((target): PropertyKey[] => Reflect.getOwnMetadata(TOOL_METHODS, target) ?? []),
  );
  return [...keys].map((key) => {
    if (typeof key === 'string') return { key, isStatic };
    throw new ToolDeclarationException(
      `${type.name} has a tool method named ${String(key)}. Give the method a text as its name.`,
    );
  });
}
