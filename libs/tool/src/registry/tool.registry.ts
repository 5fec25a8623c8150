import type { Type } from '@nestjs/common';
import { ofAnotherCopy } from '#core';
import { FunctionToolCallback } from '../callbacks/function-tool-callback.js';
import { MethodToolCallback } from '../callbacks/method-tool-callback.js';
import { type MethodPlan, planMethod } from '../callbacks/plan-method.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import type { ToolDefaults } from '../contract/tool-defaults.js';
import { ToolDeclarationException, ToolException } from '../contract/tool.errors.js';
import { toolMethodsOf } from '../declare/tool-methods.js';
import type { RegisteredTool } from './registered-tool.js';
import { describeTool, type ToolDescription } from './tool-description.js';
import { NO_RULES, type ToolRules } from './tool-rules.js';

/** The most keys that an error shows. */
const SHOWN_KEYS = 10;

/** Settings of the application for all of its tools. */
export interface ToolRegistrySurroundings {
  readonly rules?: ToolRules;
  /** The defaults of every `@Tool()` method. */
  readonly defaults?: ToolDefaults;
  /** Whether the application's global guards must run for each tool method. @default false */
  readonly globalEnhancers?: boolean;
}

/** Every tool of the application, by name, by class and by instance. */
export class ToolRegistry {
  private byName: Map<string, RegisteredTool> | undefined;
  private byOwner = new WeakMap<object, readonly ToolCallback[]>();
  private guardedByOwner = new WeakMap<object, readonly ToolCallback[]>();
  // Instances of a request are short-lived; the plan of their class is cached.
  private readonly plans = new WeakMap<Type, Map<string, MethodPlan>>();

  constructor(
    private readonly find: () => readonly RegisteredTool[] = () => [],
    private readonly surroundings: ToolRegistrySurroundings = {},
  ) {}

  /**
   * Reads the tools of the application again, and returns them by name. Throws `ToolDeclarationException` if two have
   * the same name.
   */
  load(): ReadonlyMap<string, RegisteredTool> {
    this.byOwner = new WeakMap();
    this.guardedByOwner = new WeakMap();
    const byName = new Map<string, RegisteredTool>();
    const duplicates: string[] = [];
    for (const tool of this.find()) {
      const { name } = tool.callback.definition;
      const known = byName.get(name);
      if (known) duplicates.push(describeDuplicate(name, known, tool));
      byName.set(name, tool);
      const { callback, type, token, instance } = tool;
      const owners = callback.metadata.internal ? this.guardedByOwner : this.byOwner;
      for (const owner of [type, token, instance]) if (owner) own(owners, owner, callback);
    }
    if (duplicates.length > 0) throw new ToolDeclarationException(duplicates.join('\n'));
    this.byName = byName;
    return byName;
  }

  /** Returns the tool with this exact name. */
  get(name: string): ToolCallback | undefined {
    return this.tools().get(name)?.callback;
  }

  /** Returns all tools, in the order in which they were found. */
  all(): readonly RegisteredTool[] {
    return [...this.tools().values()];
  }

  /** Returns the callbacks of all tools that may be offered to a model, without those of the framework. */
  callbacks(): readonly ToolCallback[] {
    return this.ofApplication().filter(({ metadata }) => !metadata.internal);
  }

  /** Returns the callbacks of all tools of the application, also of guarded methods, which no model sees. */
  ofApplication(): readonly ToolCallback[] {
    return this.all()
      .map(({ callback }) => callback)
      .filter(({ builtIn }) => !builtIn);
  }

  /** Describes each tool: its definition, its origin, its visibility and how its calls are decided. */
  describe(): readonly ToolDescription[] {
    return this.all().map((tool) => describeTool(tool, this.surroundings.rules ?? NO_RULES));
  }

  /** Returns the tools of a provider's class, or of any instance. Throws `ToolException` if there are none. */
  callbacksOf(owner: object): readonly ToolCallback[] {
    this.tools();
    const known = this.byOwner.get(owner);
    if (known) return known;
    const found = this.explore(owner);
    this.byOwner.set(owner, found);
    return found;
  }

  /**
   * Returns the tools and the guarded methods of a provider's class. Models see no guarded method, so `callbacksOf` lacks
   * them. Throws `ToolException` if there are neither.
   */
  methodsOf(owner: object): readonly ToolCallback[] {
    this.tools();
    const guarded = this.guardedByOwner.get(owner);
    return guarded ? [...(this.byOwner.get(owner) ?? []), ...guarded] : this.callbacksOf(owner);
  }

  private tools(): ReadonlyMap<string, RegisteredTool> {
    return this.byName ?? this.load();
  }

  private explore(owner: object): readonly ToolCallback[] {
    const isClass = typeof owner === 'function';
    const type = (isClass ? owner : owner.constructor) as Type | undefined;
    const copy = ofAnotherCopy(type);
    if (copy) throw new ToolException(`${type?.name} is a ${copy}`);
    const methods = type ? toolMethodsOf(type).filter(({ isInternal }) => !isInternal) : [];
    if (!type || methods.length === 0) {
      throw new ToolException(
        `${ownerLabel(owner)} has no method with @Tool(), and is neither a callback nor a provider of callbacks. Add @Tool() to a method, or create the tool with functionTool({ … }) or toolCallback({ … }).`,
      );
    }
    if (isClass && methods.some(({ isStatic }) => !isStatic)) {
      throw new ToolException(
        `${type.name} is not a provider of this application. Add it to a module, or pass an instance.`,
      );
    }
    if (this.surroundings.globalEnhancers) {
      throw new ToolException(
        `${type.name} is not a provider of this application, so the global guards that globalEnhancers requires cannot run for it. Add it to a module.`,
      );
    }
    return methods.map(({ key, isStatic }) => {
      const target = { type: 'instance', instance: isStatic ? type : owner } as const;
      return new MethodToolCallback(this.planOf(type, key, isStatic), target);
    });
  }

  private planOf(type: Type, key: string, isStatic: boolean): MethodPlan {
    const known = this.plans.get(type) ?? new Map<string, MethodPlan>();
    this.plans.set(type, known);
    const name = `${isStatic ? 'static ' : ''}${key}`;
    const plan = known.get(name) ?? planMethod(type, key, { isStatic, defaults: this.surroundings.defaults });
    known.set(name, plan);
    return plan;
  }
}

const own = (owners: WeakMap<object, readonly ToolCallback[]>, owner: object, callback: ToolCallback): void => {
  owners.set(owner, [...(owners.get(owner) ?? []), callback]);
};

// The class of such a callback belongs to the framework and does not reveal its origin.
const isMadeByFunction = ({ callback, type }: RegisteredTool): boolean =>
  !type && (callback instanceof FunctionToolCallback || callback instanceof MethodToolCallback);

const ownerLabel = (owner: object): string => {
  if (typeof owner === 'function') return owner.name || 'A function without a name';
  const name = (owner.constructor as Type | undefined)?.name;
  if (name && name !== 'Object') return name;
  const keys = Object.keys(owner).slice(0, SHOWN_KEYS);
  return keys.length > 0 ? `An object with the keys ${keys.join(', ')}` : 'An object without keys';
};

const describeDuplicate = (name: string, first: RegisteredTool, second: RegisteredTool): string => {
  if (first.origin === second.origin && !isMadeByFunction(first)) {
    if (first.module === second.module) {
      return `${first.origin} is provided twice by ${first.module}: under two tokens, or because the module is registered twice. Provide its class once, and other tokens with \`useExisting\`.`;
    }
    return `${first.origin} is provided by ${first.module} and by ${second.module}. Provide its class in one module and export it from there.`;
  }
  const remedy = first.type && second.type ? 'another name, or its class a prefix: @Tools({ prefix })' : 'another name';
  return `Two tools are named "${name}": ${first.origin} in ${first.module} and ${second.origin} in ${second.module}. Give one of them ${remedy}.`;
};
