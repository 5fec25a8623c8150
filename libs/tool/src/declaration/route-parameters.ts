import { CUSTOM_ROUTE_ARGS_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import { ToolDeclarationException } from '../tool.errors.js';
import { chainOf } from './tool-methods-of.js';
import type { Class } from './type-reference.js';

/** What Nest's parameter decorators say of one parameter: `@Body()` and its like, or what `createParamDecorator` made. */
export interface RouteParameter {
  /** The `application` gives the value itself; every other is the model's to give. */
  readonly source: 'application' | 'body' | 'query' | 'param';
  readonly data: unknown;
  readonly pipes: readonly (Type<PipeTransform> | PipeTransform)[];
  readonly schema?: unknown;
  readonly factory?: (data: unknown, context: ExecutionContext) => unknown;
}

type Written = Omit<RouteParameter, 'source'> & { readonly index: number };

const ORDINARY: Readonly<Record<string, RouteParameter['source']>> = { 3: 'body', 4: 'query', 5: 'param' };
const OF_A_REQUEST: Readonly<Record<string, string>> = {
  0: '@Req()',
  1: '@Res()',
  2: '@Next()',
  6: '@Headers()',
  7: '@Session()',
  8: '@UploadedFile()',
  9: '@UploadedFiles()',
  10: '@HostParam()',
  11: '@Ip()',
  12: '@RawBody()',
  14: '@Cookies()',
  15: '@SignedCookies()',
};

/**
 * Reads what Nest's parameter decorators say of a method, by index.
 * @throws ToolDeclarationException for a parameter that only an HTTP request could fill
 */
export function routeParametersOf(label: string, type: Class, start: object, key: string): Map<number, RouteParameter> {
  const found = new Map<number, RouteParameter>();
  for (const [name, { index, pipes, ...written }] of writtenOf(label, type, start, key)) {
    const source = sourceOf(name, `${label}, parameter ${index}`);
    // What the application gives is never the model's to say, whatever else stands on the parameter.
    if (found.get(index)?.source === 'application') continue;
    found.set(index, { ...written, source, pipes: (pipes ?? []).filter(Boolean) });
  }
  return found;
}

function sourceOf(name: string, where: string): RouteParameter['source'] {
  if (name.includes(CUSTOM_ROUTE_ARGS_METADATA)) return 'application';
  const [kind = ''] = name.split(':');
  const source = ORDINARY[kind];
  if (source) return source;
  throw new ToolDeclarationException(
    `${where}: ${OF_A_REQUEST[kind] ?? 'its decorator'} takes the value from a request, and a tool is called without one. Make the tool a method of its own, or give the value with a decorator of createParamDecorator().`,
  );
}

function writtenOf(label: string, type: Class, start: object, key: string): [string, Written][] {
  if (start === type) return refuseStatic(label, type, key);
  const owner = chainOf(start).find((target) => Object.hasOwn(target, key));
  // Decorators write on the constructor that the method's prototype names, which a mixin or a proxy may have changed.
  return [owner?.constructor, type].flatMap((host) =>
    typeof host === 'function'
      ? Object.entries((Reflect.getMetadata(ROUTE_ARGS_METADATA, host, key) ?? {}) as Record<string, Written>)
      : [],
  );
}

function refuseStatic(label: string, type: Class, key: string): [] {
  if (Reflect.getOwnMetadata(ROUTE_ARGS_METADATA, type.constructor, key) === undefined) return [];
  throw new ToolDeclarationException(
    `${label}: Nest keeps what its parameter decorators say of static methods in one place for all classes, and one named ${key} has them. Make it a method of the instance, or rename it.`,
  );
}
