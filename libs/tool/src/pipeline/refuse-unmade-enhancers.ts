import type { ContextId } from '@nestjs/core';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import { hostOf, type ProviderWrapper } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { ENHANCER_KINDS, ENHANCERS } from './enhancers.js';
import type { PipelinePlan } from './plan-pipeline.js';

/**
 * Rejects a tool with an enhancer class without an instance, because Nest would silently skip that enhancer.
 * @param contextId the context in which instances must exist; without it only the classes must be registered
 * @throws ToolDeclarationException naming the classes and the remedy
 */
export const refuseUnmadeEnhancers = (plan: PipelinePlan, wrapper: ProviderWrapper, contextId?: ContextId): void => {
  const unmade = ENHANCER_KINDS.flatMap((kind) => {
    const { decorator, method } = ENHANCERS[kind];
    const isMade = (enhancer: object): boolean => {
      const known = wrapper.host?.injectables.get(enhancer as never);
      if (!known) return typeof Reflect.get(enhancer, method) === 'function';
      if (!contextId || known.isNotMetatype) return true;
      // Without an instance Nest stores an object whose constructor never ran. Outside of a turn, such an
      // object of a request-scoped class counts as resolved.
      const canBeMade = contextId !== STATIC_CONTEXT || known.isDependencyTreeStatic();
      return canBeMade && !!known.getInstanceByContextId(contextId, wrapper.id).isResolved;
    };
    const bound = kind === 'pipes' ? plan.parameters.flatMap(({ pipes }) => pipes) : [];
    return [...plan.enhancers[kind], ...bound].flatMap((enhancer) =>
      typeof enhancer === 'function' && !isMade(enhancer) ? [{ decorator, name: enhancer.name }] : [],
    );
  });
  const [first] = unmade;
  if (!first) return;
  const names = [...new Set(unmade.map(({ decorator, name }) => `${name} (${decorator})`))].join(' and ');
  throw new ToolDeclarationException(
    `${plan.label} cannot be a tool: Nest creates no instance of ${names} for it in ${hostOf(wrapper)}, so the enhancer would be skipped. Nest creates instances for instance methods of classes in \`providers\` and \`controllers\`. Elsewhere pass an instance, such as new ${first.name}().`,
  );
};
