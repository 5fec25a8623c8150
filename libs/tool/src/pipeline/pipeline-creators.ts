import type { CanActivate, ExceptionFilter, NestInterceptor, PipeTransform, Type } from '@nestjs/common';
import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { ExternalExceptionFilterContext } from '@nestjs/core/exceptions/external-exception-filter-context.js';
import { GuardsContextCreator } from '@nestjs/core/guards/guards-context-creator.js';
import { InterceptorsContextCreator } from '@nestjs/core/interceptors/interceptors-context-creator.js';
import { PipesContextCreator } from '@nestjs/core/pipes/pipes-context-creator.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { type EnhancerKind, ENHANCERS } from './enhancers.js';
import type { PipedParameter, PipelinePlan } from './plan-pipeline.js';

type Container = ConstructorParameters<typeof GuardsContextCreator>[0];

/** An exception filter and the error classes it catches; an empty list catches all. */
interface PipelineFilter {
  readonly func: ExceptionFilter['catch'];
  readonly exceptionMetatypes: readonly Type[];
}

/** The enhancer instances of one tool method, for the whole application or for one turn. */
export interface PipelineSteps {
  readonly guards: CanActivate[];
  readonly interceptors: NestInterceptor[];
  /** The ordered pipes of each parameter: those of the application, the class and the method before its own. */
  readonly pipes: readonly (readonly PipeTransform[])[];
  /** Whether pipes or decorators of the application determine arguments. */
  readonly arePiped: boolean;
  /** The innermost filter first. */
  readonly filters: readonly PipelineFilter[];
}

/** Identifies the instances to use. */
interface PipelinePlace {
  readonly moduleKey: string;
  readonly contextId: ContextId;
  /** The provider that transient enhancers were created for. */
  readonly inquirerId: string;
}

/** Returns the filters themselves, because Nest's own handler logs errors that none of them catches. */
class FilterList extends ExternalExceptionFilterContext {
  of(host: object, handler: never, { moduleKey, contextId, inquirerId }: PipelinePlace): PipelineFilter[] {
    this.moduleContext = moduleKey;
    const { metadata } = ENHANCERS.filters;
    return this.createContext<unknown[], PipelineFilter[]>(host, handler, metadata, contextId, inquirerId).toReversed();
  }
}

/** Gets the enhancer instances of a tool method from Nest. Throws if Nest returns fewer than are declared. */
export class PipelineCreators {
  private readonly guards: GuardsContextCreator;
  private readonly interceptors: InterceptorsContextCreator;
  private readonly pipes: PipesContextCreator;
  private readonly filters: FilterList;

  /** @param config holds the application's global enhancers, if they run for tools */
  constructor(
    container: Container,
    private readonly config: ApplicationConfig | undefined,
  ) {
    this.guards = new GuardsContextCreator(container, config);
    this.interceptors = new InterceptorsContextCreator(container, config);
    this.pipes = new PipesContextCreator(container, config);
    this.filters = new FilterList(container, config);
  }

  /** Returns the enhancers of a method. Throws `ToolDeclarationException` if one is missing. */
  stepsOf(plan: PipelinePlan, place: PipelinePlace): PipelineSteps {
    const { moduleKey, contextId, inquirerId } = place;
    // Nest reads only the instance's class, which is wrong for static methods and changed prototypes, so it is passed
    // here. Older versions read it from the prototype.
    const host: object = Object.create({ constructor: plan.type });
    const handler = plan.handler as never;
    const all = <T>(kind: EnhancerKind, found: T[]): T[] => {
      const { length } = [...plan.enhancers[kind], ...globalsOf(this.config, kind)];
      return found.length === length ? found : refuseMissing(plan, ENHANCERS[kind].decorator);
    };
    const ofAll = all('pipes', this.pipes.create(host, handler, moduleKey, contextId, inquirerId));
    const pipes = plan.parameters.map((parameter) => [...ofAll, ...this.pipesOf(plan, parameter, place)]);
    return {
      guards: all('guards', this.guards.create(host, handler, moduleKey, contextId, inquirerId)),
      interceptors: all('interceptors', this.interceptors.create(host, handler, moduleKey, contextId, inquirerId)),
      filters: all('filters', this.filters.of(host, handler, place)),
      pipes,
      arePiped:
        pipes.some(({ length }) => length > 0) || plan.parameters.some(({ givenBy }) => givenBy === 'application'),
    };
  }

  private pipesOf(plan: PipelinePlan, { index, pipes }: PipedParameter, place: PipelinePlace): PipeTransform[] {
    this.pipes.setModuleContext(place.moduleKey);
    const found = this.pipes.createConcreteContext<never, PipeTransform[]>(
      pipes as never,
      place.contextId,
      place.inquirerId,
    );
    return found.length === pipes.length ? found : refuseMissing(plan, `the list of pipes of parameter ${index}`);
  }
}

/** Returns the global enhancers of a kind, request-scoped ones last. */
export const globalsOf = (config: ApplicationConfig | undefined, kind: EnhancerKind): readonly unknown[] => {
  if (!config) return [];
  switch (kind) {
    case 'guards':
      return [...config.getGlobalGuards(), ...config.getGlobalRequestGuards()];
    case 'interceptors':
      return [...config.getGlobalInterceptors(), ...config.getGlobalRequestInterceptors()];
    case 'pipes':
      return [...config.getGlobalPipes(), ...config.getGlobalRequestPipes()];
    case 'filters':
      return [...config.getGlobalFilters(), ...config.getGlobalRequestFilters()];
  }
};

const refuseMissing = ({ label }: PipelinePlan, what: string): never => {
  throw new ToolDeclarationException(
    `${label} cannot be a tool: Nest returns fewer enhancers than ${what} names, and the missing ones would be skipped. Pass instances instead of classes.`,
  );
};
