import { Observable } from 'rxjs';
import { ToolDeclarationException } from '../tool.errors.js';
import { checkToolOptions } from './check-tool-options.js';
import { TOOL_METHOD_SOURCE, TOOL_OPTIONS, TOOL_PARAMETERS } from './declaration.constants.js';
import { classOptions, completeOptions, effectiveOptions, overrideOptions } from './effective-options.js';
import { overridePlugin, pluginMethod } from './plugin-metadata.js';
import { readSignature } from './read-signature.js';
import { type RouteParameter, routeParametersOf } from './route-parameters.js';
import type { ToolDefaults } from './tool-defaults.js';
import type { ToolOptions } from './tool.decorator.js';
import { chainOf } from './tool-methods-of.js';
import type { ToolParamOptions } from './tool-param.decorator.js';
import type { Class } from './type-reference.js';

/** One parameter of a tool method, as the code and the decorators say it. */
export interface DeclaredParameter {
  readonly index: number;
  /** Absent where neither the code nor the decorator gives one. */
  readonly name?: string;
  readonly hasDefault: boolean;
  readonly isRest: boolean;
  readonly options: ToolParamOptions;
  /** What Nest's own decorators say of it. */
  readonly route?: RouteParameter;
  /** What the compiler wrote down: a class, an enum's object, or `undefined`. */
  readonly designType: unknown;
}

/** Which of a class's members is meant, and what is said of it elsewhere. */
export interface MethodQuery {
  readonly isStatic: boolean;
  /** What holds for all tools of the application. */
  readonly defaults?: ToolDefaults;
  /** Makes a method a tool that has no `@Tool()`, or lays these options over its own. */
  readonly options?: ToolOptions;
}

/** A tool method, as the code and the decorators say it. */
export interface DeclaredMethod {
  /** `Refunds.refund`, for messages. */
  readonly label: string;
  readonly options: ToolOptions;
  readonly parameters: readonly DeclaredParameter[];
  /** Whether the compiler wrote the parameters' types down. */
  readonly hasDesignTypes: boolean;
  /** The class that it returns, where the compiler wrote one down that says something. */
  readonly returnType?: Class;
  /** Whether a decorator of ours stands on it or on a parameter, so that the compiler should have. */
  readonly isDecorated: boolean;
}

/**
 * Reads what was declared of a tool method. A method that overrides another without decorators keeps its declaration.
 * @throws ToolDeclarationException if there is no such tool method, or an option of it is of the wrong type
 */
export function readMethod(type: Class, key: string, query: MethodQuery): DeclaredMethod {
  const label = `${type.name || 'An unnamed class'}.${key}`;
  const start: object = query.isStatic ? type : type.prototype;
  const declaring = nearest(start, key, [TOOL_OPTIONS]) ?? (query.options && start);
  if (!declaring) throw new ToolDeclarationException(`${label} is not marked with @Tool().`);
  const method: unknown = findDescriptor(start, key)?.value;
  if (typeof method !== 'function') {
    throw new ToolDeclarationException(
      `${label} is not a method: @Tool() belongs on a method, not on a property or an accessor.`,
    );
  }
  const options = optionsOf(type, start, key, { ...query, label });
  refuseUnknowing(label, key, start, options.reconcile);
  const described = nearest(start, key, [TOOL_METHOD_SOURCE, 'design:paramtypes']) ?? declaring;
  const source: unknown = Reflect.getOwnMetadata(TOOL_METHOD_SOURCE, described, key);
  const designTypes: readonly unknown[] | undefined = Reflect.getOwnMetadata('design:paramtypes', described, key);
  const said: Readonly<Record<number, ToolParamOptions>> =
    Reflect.getOwnMetadata(TOOL_PARAMETERS, described, key) ?? {};
  const read = pluginMethod(described, key)?.parameters;
  const signature = readSignature(String(typeof source === 'function' ? source : method)) ?? [];
  const routes = routeParametersOf(label, type, start, key);
  const wrapped = signature.length < (designTypes?.length ?? 0);
  const count =
    designTypes?.length ?? Math.max(signature.length, ...Object.keys(said).map((index) => Number(index) + 1));
  const parameters = Array.from({ length: count }, (_, index): DeclaredParameter => {
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
  const isDecorated = nearest(start, key, [TOOL_METHOD_SOURCE]) !== undefined;
  const returnType = returnTypeOf(Reflect.getOwnMetadata('design:returntype', described, key));
  return { label, options, parameters, hasDesignTypes: designTypes !== undefined, isDecorated, returnType };
}

// What a promise or an Observable comes to, the compiler does not write down.
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
    // A name that is given here and now is the name; the prefix is for those of the class.
    name: options.name || prefix + (own.name || key),
    ...withComment(start, key, options.description || own.description),
  };
}

/** The doc comment of a method describes the tool if no options do. */
function withComment(start: object, key: string, stated: string | undefined): Pick<ToolOptions, 'description'> {
  if (stated) return {};
  const descriptions = chainOf(start).map((target) => pluginMethod(target, key)?.description);
  const description = descriptions.find((one) => one !== undefined);
  return description === undefined ? {} : { description };
}

function withName(name: string | undefined): { readonly name?: string } {
  return name === undefined ? {} : { name };
}

function nearest(start: object, key: string, metadata: readonly unknown[]): object | undefined {
  return chainOf(start).find((target) => metadata.some((name) => Reflect.hasOwnMetadata(name, target, key)));
}

/** What finds out what became of a call must be another method: its body has the effect. */
function refuseUnknowing(label: string, key: string, start: object, reconcile: string | undefined): void {
  if (reconcile === undefined) return;
  const give = 'name the method of the class that finds out what became of a call, and has no effect';
  if (reconcile === key) throw new ToolDeclarationException(`${label}: \`reconcile\` names the tool itself: ${give}.`);
  if (typeof findDescriptor(start, reconcile)?.value === 'function') return;
  throw new ToolDeclarationException(
    `${label}: \`reconcile\` names ${reconcile}, and there is no such method: ${give}.`,
  );
}

function findDescriptor(start: object, key: string): PropertyDescriptor | undefined {
  const owner = chainOf(start).find((target) => Object.hasOwn(target, key));
  return owner && Object.getOwnPropertyDescriptor(owner, key);
}
