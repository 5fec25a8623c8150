import { Inject, Injectable, Optional, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type ProviderWrapper, Seams, classOf, distinct, hostOf, isScoped, readyInstance, resolveForTurn } from '#core';
import { FunctionToolCallback } from '../callbacks/function-tool-callback.js';
import { MethodToolCallback, type ToolTarget } from '../callbacks/method-tool-callback.js';
import { planMethod } from '../callbacks/plan-method.js';
import { callbacksOfProvider } from '../contract/callbacks-of-provider.js';
import { checkDefinition } from '../contract/check-definition.js';
import { ToolCallbackProvider } from '../contract/tool-callback-provider.js';
import { ToolCallback } from '../contract/tool-callback.js';
import type { ToolCallingOptions } from '../contract/tool-calling-options.js';
import type { ToolContext } from '../contract/tool-context.js';
import { type DeclarationProblem, ToolDeclarationException } from '../contract/tool.errors.js';
import { type ToolMethod, toolMethodsOf } from '../declare/tool-methods.js';
import type { PipelinePlan } from '../pipeline/plan-pipeline.js';
import { refuseUnseenEnhancers } from '../pipeline/refuse-unseen-enhancers.js';
import { ToolPipelines } from '../pipeline/tool-pipelines.js';
import { GUARDED_METHODS, TOOL_CALLING_OPTIONS, TOOL_METHODS } from '../tool.constants.js';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';
import { withPlace } from '../validation/with-place.js';
import { lostFunctionTools } from './lost-function-tools.js';
import type { RegisteredTool } from './registered-tool.js';

/** Finds the tools of the application: methods with `@Tool()`, callbacks, and the callbacks of providers. */
@Injectable()
export class ToolExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly seams: Seams,
    private readonly pipelines: ToolPipelines,
    @Optional() @Inject(TOOL_CALLING_OPTIONS) private readonly options: ToolCallingOptions = {},
  ) {}

  /** Reads every provider and controller. Throws one exception that lists every invalid tool. */
  explore(): readonly RegisteredTool[] {
    const problems: DeclarationProblem[] = lostFunctionTools(this.discovery.getProviders()).map((text) => ({ text }));
    const all = [...this.discovery.getProviders(), ...this.discovery.getControllers()].filter(isReal);
    const methods = distinct(all).flatMap((wrapper) => this.methodsOf(factoryOf(wrapper, all), problems));
    const callbacks = [...this.callbacks(), ...this.provided()].filter((tool) => isReadable(tool, problems));
    if (problems.length > 0) throw new ToolDeclarationException(problems);
    return [...methods, ...callbacks];
  }

  private methodsOf(wrapper: ProviderWrapper, problems: DeclarationProblem[]): RegisteredTool[] {
    const type = typeOf(wrapper);
    const instance = isScoped(wrapper) ? undefined : wrapper.instance;
    const token = tokenOf(wrapper, type);
    const read = ({ key, isStatic }: ToolMethod): RegisteredTool => {
      const plan = planMethod(type, key, { isStatic, defaults: this.options.defaults });
      if (plan.guard) assertGuardable(type, key, wrapper);
      const target = targetOf(wrapper, plan.pipeline);
      const callback = new MethodToolCallback(plan, target, this.pipelines.of(plan.pipeline, wrapper));
      const isCreatedByNest = !wrapper.isNotMetatype;
      return {
        callback,
        origin: `${type.name}.${key}`,
        module: hostOf(wrapper),
        type,
        token,
        instance,
        isCreatedByNest,
      };
    };
    const methods = unlessProblem(problems, () => toolMethodsOf(type)) ?? [];
    return methods.flatMap((method) => unlessProblem(problems, () => read(method)) ?? []);
  }

  private callbacks(): RegisteredTool[] {
    return this.seams.collect(ToolCallback).map((found) => {
      const callback = found.instance();
      return { callback, origin: describeOrigin(callback), module: found.module, instance: callback };
    });
  }

  private provided(): RegisteredTool[] {
    return this.seams.collect(ToolCallbackProvider).flatMap((found) => {
      const provider = found.instance();
      const origin = provider.constructor.name;
      return callbacksOfProvider(provider).map((callback) => ({ callback, origin, module: found.module }));
    });
  }
}

// The class of a callback created by a function does not reveal its origin, so the function is named instead.
const describeOrigin = (callback: ToolCallback): string => {
  if (callback instanceof FunctionToolCallback) return `${callback.maker}("${callback.definition.name}")`;
  if (callback instanceof MethodToolCallback) return `methodTool("${callback.definition.name}")`;
  return callback.constructor.name;
};

const unlessProblem = <T>(problems: DeclarationProblem[], step: () => T): T | undefined => {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ToolDeclarationException)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
};

// A callback without `prepare` is validated by its schema, which must therefore compile.
const isReadable = ({ callback, origin }: RegisteredTool, problems: DeclarationProblem[]): boolean => {
  const isDefined = unlessProblem(problems, () => {
    checkDefinition(callback);
    return true;
  });
  if (callback.prepare || !isDefined) return isDefined === true;
  const validate = unlessProblem(problems, () =>
    withPlace(`${origin}, inputSchema of "${callback.definition.name}"`, () =>
      jsonSchemaValidator(callback.definition.inputSchema),
    ),
  );
  return validate !== undefined;
};

const isReal = (wrapper: ProviderWrapper): boolean => typeof classOf(wrapper) === 'function' && !wrapper.isAlias;

// A test double, or a proxy, may have another class than the one in whose place it is provided, and no tools of its own.
// It then provides the tools of that class.
const typeOf = (wrapper: ProviderWrapper): Type => {
  const type = classOf(wrapper)!;
  const { token } = wrapper;
  return typeof token === 'function' && !hasTools(type) && hasTools(token) ? (token as Type) : type;
};

const hasTools = (type: Function): boolean =>
  [type, type.prototype as object | undefined].some((owner) =>
    [TOOL_METHODS, GUARDED_METHODS].some((key) => owner !== undefined && Reflect.hasMetadata(key, owner)),
  );

// If a class is provided under the token of another class, the application passes that token to tools().
const tokenOf = ({ token }: ProviderWrapper, type: Type): object | undefined =>
  typeof token === 'function' && token !== type ? token : undefined;

// A factory may return an instance that Nest created for another provider. Only that provider has the guards.
const factoryOf = (wrapper: ProviderWrapper, all: readonly ProviderWrapper[]): ProviderWrapper => {
  if (!wrapper.isNotMetatype || isScoped(wrapper)) return wrapper;
  return all.find((other) => !other.isNotMetatype && other.instance === wrapper.instance) ?? wrapper;
};

const targetOf = (wrapper: ProviderWrapper, plan: PipelinePlan): ToolTarget => {
  if (plan.isStatic) return { type: 'instance', instance: plan.type };
  if (isScoped(wrapper)) return { type: 'scoped', forTurn: forTurnOf(wrapper, plan) };
  return { type: 'instance', instance: readyInstance<object>(wrapper) };
};

const forTurnOf = (wrapper: ProviderWrapper, plan: PipelinePlan): ((context: ToolContext) => Promise<object>) => {
  if (!wrapper.isNotMetatype) return (context) => resolveForTurn<object>(wrapper, context);
  return async (context) => {
    const instance = await resolveForTurn<object>(wrapper, context);
    refuseUnseenEnhancers(plan, instance);
    return instance;
  };
};

/**
 * Checks that each call of a guarded method passes its guard, and finds its instance again after a decision.
 * @throws ToolDeclarationException for a provider that is not a singleton or is not extensible, and for a property in
 * place of the method
 */
const assertGuardable = (type: Type, key: string, wrapper: ProviderWrapper): void => {
  const refuse = (problem: string): never => {
    throw new ToolDeclarationException(`${type.name}.${key} requires approval, and ${problem}`);
  };
  if (isScoped(wrapper)) {
    refuse(
      'its provider is request-scoped or transient, so the instance does not exist after the decision. Make the provider a singleton, and read the data of the request from a ToolContext parameter.',
    );
  }
  const instance: unknown = wrapper.instance;
  // A plain object that a test provides in place of the class has methods of its own.
  if (!(instance instanceof type)) return;
  if (Object.hasOwn(instance, key)) {
    refuse(
      'a property of the instance replaces the method, so its calls would not pass the gate. Override it with a method that has @RequiresApproval().',
    );
  }
  if (!Object.isExtensible(instance)) {
    refuse('its instance is frozen, so it cannot be connected with the gate. Do not freeze the provider.');
  }
};
