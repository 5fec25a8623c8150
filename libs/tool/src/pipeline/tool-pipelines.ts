import { Inject, Injectable, Optional } from '@nestjs/common';
import { type ApplicationConfig, type ContextId, ModuleRef } from '@nestjs/core';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import { contextIdOf, isScoped, moduleRefOf, type ProviderWrapper, readyInstance, resolveForTurn } from '#core';
import type { ToolCallback } from '../contract/tool-callback.js';
import type { ToolCallingOptions } from '../contract/tool-calling-options.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import type { ReadBounds } from '../results/read-bounds.js';
import { ToolResults } from '../results/tool-results.js';
import { TOOL_CALLING_OPTIONS } from '../tool.constants.js';
import { ENHANCER_KINDS } from './enhancers.js';
import { globalsOf, PipelineCreators, type PipelineSteps } from './pipeline-creators.js';
import type { PipelinePlan } from './plan-pipeline.js';
import { refuseUnmadeEnhancers } from './refuse-unmade-enhancers.js';
import { refuseUnseenEnhancers } from './refuse-unseen-enhancers.js';
import { runPipeline } from './run-pipeline.js';
import type { ToolPipeline } from './tool-pipeline.js';

/** Creates Nest's pipelines for the tool methods of the application's providers and controllers. */
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
    // The enhancer creators of Nest need its container, which only this private property exposes.
    const container = moduleRef['container'];
    this.application = container.applicationConfig;
    this.config = globalEnhancers ? this.application : undefined;
    this.creators = new PipelineCreators(container, this.config);
  }

  /** Whether the application has global guards that do not run for its tools. */
  leavesGuardsOut(): boolean {
    const { application, config } = this;
    if (!application || config) return false;
    return application.getGlobalGuards().length + application.getGlobalRequestGuards().length > 0;
  }

  /**
   * Returns the pipeline of one tool method; undefined if it has no enhancers and is called directly.
   * @throws ToolDeclarationException if an enhancer could not run
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
      // Resolving the instance also creates the enhancers of the turn.
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
      `${String(transient.metatype?.name)} is global and transient, but globalEnhancers needs one instance per turn. Make it request-scoped.`,
    );
  }
}

const refuseLostMetadata = ({ label, lostMetadata }: PipelinePlan): void => {
  if (lostMetadata.length === 0) return;
  throw new ToolDeclarationException(
    `${label} cannot be a tool: guards would not find the metadata ${lostMetadata.join(' and ')}, because the decorated function was overridden or wrapped by another decorator. Put the decorators on ${label} itself, above those that wrap it.`,
  );
};
