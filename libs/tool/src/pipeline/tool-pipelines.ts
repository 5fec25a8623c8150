import { Inject, Injectable, Optional } from '@nestjs/common';
import { type ApplicationConfig, type ContextId, ModuleRef } from '@nestjs/core';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import { isScoped, moduleRefOf, type ProviderWrapper, readyInstance } from '../seam/provider-wrapper.js';
import { contextIdOf, resolveForTurn } from '../seam/turn-scope.js';
import type { ReadBounds } from '../results/read-bounds.js';
import type { ToolCallback } from '../tool-callback.js';
import type { ToolCallingOptions } from '../tool-calling-options.js';
import { TOOL_CALLING_OPTIONS } from '../tool.constants.js';
import { ToolDeclarationException } from '../tool.errors.js';
import { ToolResults } from '../tool-results.js';
import { ENHANCER_KINDS } from './enhancers.js';
import { globalsOf, PipelineCreators, type PipelineSteps } from './pipeline-creators.js';
import type { PipelinePlan } from './plan-pipeline.js';
import { refuseUnmadeEnhancers } from './refuse-unmade-enhancers.js';
import { refuseUnseenEnhancers } from './refuse-unseen-enhancers.js';
import { runPipeline } from './run-pipeline.js';
import type { ToolPipeline } from './tool-pipeline.js';

/** Makes Nest's pipeline around the tool methods of the application's providers and controllers. */
@Injectable()
export class ToolPipelines {
  private readonly application: ApplicationConfig | undefined;
  private readonly config: ApplicationConfig | undefined;
  private readonly creators: PipelineCreators;

  constructor(
    moduleRef: ModuleRef,
    private readonly results: ToolResults,
    @Optional() @Inject(TOOL_CALLING_OPTIONS) { globalEnhancers = false }: ToolCallingOptions = {},
  ) {
    // Nest gives its container to nobody else, and its creators of enhancers ask for it.
    const container = moduleRef['container'];
    this.application = container.applicationConfig;
    this.config = globalEnhancers ? this.application : undefined;
    this.creators = new PipelineCreators(container, this.config);
  }

  /** Whether the application has global guards that do not stand around its tools. */
  leavesGuardsOut(): boolean {
    const { application, config } = this;
    if (!application || config) return false;
    return application.getGlobalGuards().length + application.getGlobalRequestGuards().length > 0;
  }

  /**
   * The pipeline of one tool method; none where nothing stands around it, so that it is simply called.
   * @throws ToolDeclarationException where something that stands around it could not be run
   */
  of(plan: PipelinePlan, wrapper: ProviderWrapper): ToolPipeline | undefined {
    const globals = ENHANCER_KINDS.flatMap((kind) => globalsOf(this.config, kind));
    if (plan.attached.length === 0 && globals.length === 0) return undefined;
    refuseLostMetadata(plan);
    refuseUnmadeEnhancers(plan, wrapper);
    const scoped = this.scopedGlobals();
    if (isScoped(wrapper) || scoped.length > 0) return this.forTurns(plan, wrapper, scoped);
    const target = plan.isStatic ? plan.type : readyInstance<object>(wrapper);
    const surrounded = { plan, target, steps: this.stepsOf(plan, wrapper, STATIC_CONTEXT), boundsOf: this.boundsOf };
    return (call) => runPipeline(surrounded, call);
  }

  private readonly boundsOf = (tool: ToolCallback): ReadBounds => this.results.boundsOf(tool);

  private forTurns(plan: PipelinePlan, wrapper: ProviderWrapper, globals: readonly ProviderWrapper[]): ToolPipeline {
    const known = new WeakMap<ContextId, PipelineSteps>();
    return async (call) => {
      // It makes the enhancers of the turn, too.
      const instance = await resolveForTurn<object>(wrapper, call.context);
      if (!plan.isStatic) refuseUnseenEnhancers(plan, instance);
      await Promise.all(globals.map((global) => resolveForTurn(global, call.context)));
      call.context.throwIfAborted();
      const id = contextIdOf(call.context, moduleRefOf(wrapper));
      const steps = known.get(id) ?? this.stepsOf(plan, wrapper, id);
      known.set(id, steps);
      const target = plan.isStatic ? plan.type : instance;
      return runPipeline({ plan, steps, target, boundsOf: this.boundsOf }, call);
    };
  }

  private stepsOf(plan: PipelinePlan, wrapper: ProviderWrapper, contextId: ContextId): PipelineSteps {
    refuseUnmadeEnhancers(plan, wrapper, contextId);
    return this.creators.stepsOf(plan, { moduleKey: wrapper.host!.token, contextId, inquirerId: wrapper.id });
  }

  private scopedGlobals(): readonly ProviderWrapper[] {
    const { config } = this;
    if (!config) return [];
    const scoped = [
      ...config.getGlobalRequestGuards(),
      ...config.getGlobalRequestInterceptors(),
      ...config.getGlobalRequestPipes(),
      ...config.getGlobalRequestFilters(),
    ];
    const transient = scoped.find(({ isTransient }) => isTransient);
    if (!transient) return scoped;
    throw new ToolDeclarationException(
      `${String(transient.metatype?.name)} is global and transient, and globalEnhancers needs one instance for a turn: make it request-scoped.`,
    );
  }
}

const refuseLostMetadata = ({ label, lostMetadata }: PipelinePlan): void => {
  if (lostMetadata.length === 0) return;
  throw new ToolDeclarationException(
    `${label} cannot be a tool: what decorators say under ${lostMetadata.join(' and ')} stands on what was overridden or wrapped by another decorator, and guards would not see it. Put them on ${label} itself, above the decorators that wrap it.`,
  );
};
