import type { ContextId } from '@nestjs/core';
import { hostOf, type ProviderWrapper } from '../seam/provider-wrapper.js';
import { ToolDeclarationException } from '../tool.errors.js';
import { ENHANCER_KINDS, ENHANCERS } from './enhancers.js';
import type { PipelinePlan } from './plan-pipeline.js';

/**
 * Refuses a tool with an enhancer class of which Nest keeps no instance for it: Nest would leave it out in silence.
 * @param contextId where the instances must be; without it Nest needs only know the classes
 * @throws ToolDeclarationException naming the classes and what to write
 */
export const refuseUnmadeEnhancers = (plan: PipelinePlan, wrapper: ProviderWrapper, contextId?: ContextId): void => {
  const unmade = ENHANCER_KINDS.flatMap((kind) => {
    const { decorator, method } = ENHANCERS[kind];
    const isMade = (enhancer: object): boolean => {
      const known = wrapper.host?.injectables.get(enhancer as never);
      if (!known) return typeof (enhancer as Record<string, unknown>)[method] === 'function';
      // Where none was made Nest keeps an object whose constructor never ran.
      return (
        !contextId || known.isNotMetatype || !!known.getInstanceByContextId(contextId, wrapper.id).isConstructorCalled
      );
    };
    const bound = kind === 'pipes' ? plan.parameters.flatMap(({ pipes }) => pipes) : [];
    return [...plan.enhancers[kind], ...bound]
      .filter((enhancer) => typeof enhancer === 'function' && !isMade(enhancer))
      .map((enhancer) => ({ decorator, name: (enhancer as Function).name }));
  });
  const [first] = unmade;
  if (!first) return;
  const names = [...new Set(unmade.map(({ decorator, name }) => `${name} (${decorator})`))].join(' and ');
  throw new ToolDeclarationException(
    `${plan.label} cannot be a tool: Nest makes no instance of ${names} for it in ${hostOf(wrapper)}, so what it forbids would be let through. Nest makes those of instance methods of classes in \`providers\` and \`controllers\`; elsewhere give an instance, such as new ${first.name}().`,
  );
};
