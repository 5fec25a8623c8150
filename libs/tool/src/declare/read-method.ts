import { Observable } from 'rxjs';
import { type Class, prototypeChain } from '#core';
import type { MethodGuard } from '../contract/method-guard.js';
import type { ToolDefaults } from '../contract/tool-defaults.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOL_METHOD_SOURCE, TOOL_OPTIONS, TOOL_PARAMETERS } from '../tool.constants.js';
import { overridePlugin, pluginMethod } from '../types/plugin-metadata.js';
import type { ToolParamOptions } from '../types/tool-param-options.js';
import { checkToolOptions } from './check-tool-options.js';
import { classOptions, completeOptions, effectiveOptions, overrideOptions } from './effective-options.js';
import { findGuard } from './find-guard.js';
import { readSignature } from './read-signature.js';
import { type RouteParameter, routeParametersOf } from './route-parameters.js';
import type { ToolOptions } from './tool-options.js';

/** One declared parameter of a tool method. */
export interface DeclaredParameter {
  readonly index: number;
  /** Absent if neither the code nor the decorator states a name. */
  readonly name?: string;
  readonly hasDefault: boolean;
  readonly isRest: boolean;
  readonly options: ToolParamOptions;
  /** The metadata of Nest's own parameter decorators. */
  readonly route?: RouteParameter;
  /** The type that the compiler wrote: a class, an enum's object, or `undefined`. */
  readonly designType: unknown;
}

/** Identifies a method of a class, with options that are stated outside the class. */
export interface MethodQuery {
  readonly isStatic: boolean;
  /** The defaults of all tools of the application. */
  readonly defaults?: ToolDefaults;
  /** Options that override those of `@Tool()`; a method without `@Tool()` becomes a tool. */
  readonly options?: ToolOptions;
}

/** A declared tool method. */
export interface DeclaredMethod {
  /** `Refunds.refund`, for messages. */
  readonly label: string;
  readonly options: ToolOptions;
  readonly parameters: readonly DeclaredParameter[];
  /** Whether the compiler wrote the parameters' types. */
  readonly hasDesignTypes: boolean;
  /** The class that the method returns, if the compiler wrote a useful one. */
  readonly returnType?: Class;
  /** Whether the method or a parameter has a Toolgate decorator, so that the compiler should write types. */
  readonly isDecorated: boolean;
  /** Present if each call of the method passes a gate. */
  readonly guard?: MethodGuard | undefined;
  /** Whether models may call it. */
  readonly isOffered: boolean;
}

/**
 * Reads the declaration of a tool method. A method that overrides another without decorators inherits its declaration.
 * @throws ToolDeclarationException if there is no such tool method, or one of its options has the wrong type
 */
export function readMethod(type: Class, key: string, query: MethodQuery): DeclaredMethod {
  const label = `${type.name || 'An unnamed class'}.${key}`;
  const start: object = query.isStatic ? type : type.prototype;
  const guard = query.isStatic ? undefined : findGuard(type, key);
  const offering = nearest(start, key, [TOOL_OPTIONS]) ?? (query.options && start);
  const declaring = offering ?? (guard && start);
  if (!declaring) throw new ToolDeclarationException(`${label} is not marked with @Tool(). Add the decorator.`);
  const method: unknown = findDescriptor(start, key)?.value;
  if (typeof method !== 'function') {
    throw new ToolDeclarationException(
      `${label} is not a method. Put @Tool() on a method, not on a property or an accessor.`,
    );
  }
  const stated = optionsOf(type, start, key, { ...query, label });
  // No model sees this name. It contains the class, so that guarded methods of two services do not collide.
  const options = offering ? stated : { ...stated, name: label };
  refuseUnknowing(label, key, start, options.reconcile);
  if (guard && effectiveOptions(start, key).requiresApproval === false) {
    throw new ToolDeclarationException(
      `${label} has @RequiresApproval() and @Tool({ requiresApproval: false }). Remove one of them.`,
    );
  }
  const described = nearest(start, key, [TOOL_METHOD_SOURCE, 'design:paramtypes']) ?? declaring;
  const designTypes: readonly unknown[] | undefined = Reflect.getOwnMetadata('design:paramtypes', described, key);
  const routes = routeParametersOf(label, type, start, key);
  const parameters = parametersOf(described, key, { method, designTypes, routes });
  const isDecorated = nearest(start, key, [TOOL_METHOD_SOURCE]) !== undefined;
  const returnType = returnTypeOf(Reflect.getOwnMetadata('design:returntype', described, key));
  const isOffered = offering !== undefined;
  const hasDesignTypes = designTypes !== undefined;
  return { label, options, parameters, hasDesignTypes, isDecorated, returnType, guard, isOffered };
}

interface ParameterSources {
  readonly method: Function;
  readonly designTypes: readonly unknown[] | undefined;
  readonly routes: ReadonlyMap<number, RouteParameter>;
}

function parametersOf(
  described: object,
  key: string,
  { method, designTypes, routes }: ParameterSources,
): readonly DeclaredParameter[] {
  const source: unknown = Reflect.getOwnMetadata(TOOL_METHOD_SOURCE, described, key);
  const said: Readonly<Record<number, ToolParamOptions>> =
    Reflect.getOwnMetadata(TOOL_PARAMETERS, described, key) ?? {};
  const read = pluginMethod(described, key)?.parameters;
  const signature = readSignature(String(typeof source === 'function' ? source : method)) ?? [];
  const wrapped = signature.length < (designTypes?.length ?? 0);
  const count =
    designTypes?.length ?? Math.max(signature.length, ...Object.keys(said).map((index) => Number(index) + 1));
  return Array.from({ length: count }, (_, index): DeclaredParameter => {
    const written = wrapped ? undefined : signature[index];
    const options = overridePlugin(read?.[index] ?? {}, said[index] ?? {});
    return {
      index,
      ...withName(options.name || written?.name),
      hasDefault: written?.hasDefault ?? false,
      isRest: written?.isRest ?? false,
      options,
      route: routes.get(index),
      designType: designTypes?.[index],
    };
  });
}

// The compiler does not write the value type of a promise or an Observable.
const SAYING_NOTHING: readonly unknown[] = [Object, Promise, Observable, Function];

const returnTypeOf = (designType: unknown): Class | undefined =>
  typeof designType === 'function' && !SAYING_NOTHING.includes(designType) ? (designType as Class) : undefined;

const DEFAULTS = 'forRoot({ toolCalling: { defaults } })';

function optionsOf(
  type: Class,
  start: object,
  key: string,
  { label, options = {}, defaults = {} }: MethodQuery & { readonly label: string },
): ToolOptions {
  const own = effectiveOptions(start, key);
  const { prefix = '', ...ofClass } = classOptions(type);
  checkToolOptions(label, own);
  checkToolOptions(label, options, 'methodTool()');
  checkToolOptions(type.name, { prefix, ...ofClass }, '@Tools()');
  checkToolOptions(DEFAULTS, defaults, DEFAULTS);
  return {
    ...completeOptions(overrideOptions(own, options), ofClass, defaults),
    // A name in the overriding options is final; the prefix applies only to names of the class.
    name: options.name || prefix + (own.name || key),
    ...withComment(start, key, options.description || own.description),
  };
}

/** The doc comment of a method describes the tool if no options do. */
function withComment(start: object, key: string, stated: string | undefined): Pick<ToolOptions, 'description'> {
  if (stated) return {};
  const descriptions = prototypeChain(start).map((target) => pluginMethod(target, key)?.description);
  const description = descriptions.find((one) => one !== undefined);
  return description === undefined ? {} : { description };
}

function withName(name: string | undefined): { readonly name?: string } {
  return name === undefined ? {} : { name };
}

function nearest(start: object, key: string, metadata: readonly unknown[]): object | undefined {
  return prototypeChain(start).find((target) => metadata.some((name) => Reflect.hasOwnMetadata(name, target, key)));
}

/** Checks that `reconcile` names another method, because the tool's own body has the effect. */
function refuseUnknowing(label: string, key: string, start: object, reconcile: string | undefined): void {
  if (reconcile === undefined) return;
  const remedy = 'Name a method of the class that returns the outcome of a call and has no effect';
  if (reconcile === key)
    throw new ToolDeclarationException(`${label}: \`reconcile\` names the tool itself. ${remedy}.`);
  if (typeof findDescriptor(start, reconcile)?.value === 'function') return;
  throw new ToolDeclarationException(
    `${label}: \`reconcile\` names ${reconcile}, but there is no such method. ${remedy}.`,
  );
}

function findDescriptor(start: object, key: string): PropertyDescriptor | undefined {
  const owner = prototypeChain(start).find((target) => Object.hasOwn(target, key));
  return owner && Object.getOwnPropertyDescriptor(owner, key);
}
