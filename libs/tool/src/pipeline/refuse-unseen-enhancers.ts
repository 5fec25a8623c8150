import type { Class } from '#core';
import { ToolException } from '../contract/tool.errors.js';
import { ENHANCER_KINDS, enhancersOf } from './enhancers.js';
import type { PipelinePlan } from './plan-pipeline.js';

/**
 * Rejects an instance of a scoped factory if its class has enhancers that were unknown at start-up. Start-up sees only the
 * token of the factory.
 * @throws ToolException naming the class
 */
export const refuseUnseenEnhancers = ({ label, type, key, enhancers }: PipelinePlan, instance: object): void => {
  if (Object.getPrototypeOf(instance) === type.prototype) return;
  const made = instance.constructor as Class;
  const standing = enhancersOf(made, (instance as Record<string, Function>)[key]!);
  if (ENHANCER_KINDS.every((kind) => standing[kind].every((enhancer) => enhancers[kind].includes(enhancer)))) return;
  throw new ToolException(
    `The factory of ${label} returned an instance of ${made.name}, whose guards, pipes, interceptors or filters were unknown at start-up. Provide it under that class.`,
  );
};
