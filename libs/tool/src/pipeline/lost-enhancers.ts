import { type Class, prototypeChain } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_METHOD_SOURCE } from '../tool.constants.js';
import { ENHANCER_KINDS, ENHANCERS, type Enhancers, enhancersOn } from './enhancers.js';

/** A tool method with its enhancers. */
export interface RunningMethod {
  readonly label: string;
  readonly type: Class;
  readonly key: string;
  readonly isStatic: boolean;
  /** The function that runs, on which guards find the metadata of `@SetMetadata()`. */
  readonly handler: Function;
  readonly enhancers: Enhancers;
}

/**
 * Rejects a tool with enhancers on a function that does not run, because Nest would skip those enhancers.
 * @throws ToolDeclarationException naming the decorators and their correct place
 */
export const refuseLostEnhancers = (method: RunningMethod): void => {
  const { label, type, isStatic, enhancers } = method;
  const { constructor }: object = type.prototype;
  const elsewhere = [...otherFunctionsOf(method), ...(isStatic || constructor === type ? [] : [constructor])];
  const lost = ENHANCER_KINDS.filter((kind) =>
    elsewhere.some((target) => enhancersOn(target, kind).some((enhancer) => !enhancers[kind].includes(enhancer))),
  );
  if (lost.length === 0) return;
  const decorators = lost.map((kind) => ENHANCERS[kind].decorator).join(' and ');
  throw new ToolDeclarationException(
    `${label} cannot be a tool: ${decorators} would not run, because the decorated function was overridden or wrapped by another decorator. Put ${decorators} on ${label} itself, above the decorators that wrap it.`,
  );
};

/** Returns the metadata keys, such as that of `@Roles()`, that a guard would not find on the method that runs. */
export const lostMetadataOf = (method: RunningMethod): readonly string[] => {
  const found: readonly unknown[] = Reflect.getMetadataKeys(method.handler);
  const lost = otherFunctionsOf(method)
    .flatMap((target): readonly unknown[] => Reflect.getMetadataKeys(target))
    .filter((key) => !found.includes(key) && !OF_ROUTES.test(String(key)));
  return [...new Set(lost.map(String))];
};

// Nest and its OpenAPI module store the metadata of routes under these keys.
const OF_ROUTES = /^(__|design:|swagger\/|path$|method$)/;

/** Returns every method that the tool overrides, and each original function that a decorator wrapped. */
const otherFunctionsOf = ({ type, key, isStatic, handler }: RunningMethod): readonly object[] =>
  prototypeChain(isStatic ? type : type.prototype)
    .flatMap((target): unknown[] => [
      Object.getOwnPropertyDescriptor(target, key)?.value,
      Reflect.getOwnMetadata(TOOL_METHOD_SOURCE, target, key),
    ])
    .filter((method): method is object => typeof method === 'function' && method !== handler);
