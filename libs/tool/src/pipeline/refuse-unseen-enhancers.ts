import type { Class } from '../declaration/type-reference.js';
import { ToolException } from '../tool.errors.js';
import { ENHANCER_KINDS, enhancersOf } from './enhancers.js';
import type { PipelinePlan } from './plan-pipeline.js';

/**
 * Refuses what a scoped factory made where enhancers stand on it that start-up could not see: all it saw was the token.
 * @throws ToolException naming the class
 */
export const refuseUnseenEnhancers = ({ label, type, key, enhancers }: PipelinePlan, instance: object): void => {
  if (Object.getPrototypeOf(instance) === type.prototype) return;
  const made = instance.constructor as Class;
  const standing = enhancersOf(made, (instance as Record<string, Function>)[key]!);
  if (ENHANCER_KINDS.every((kind) => standing[kind].every((enhancer) => enhancers[kind].includes(enhancer)))) return;
  throw new ToolException(
    `A factory gave ${label} an instance of ${made.name}, whose guards, pipes, interceptors or filters were not known at start-up. Provide it under that class.`,
  );
};
