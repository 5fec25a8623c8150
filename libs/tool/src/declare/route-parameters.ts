import { CUSTOM_ROUTE_ARGS_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import { type Class, prototypeChain } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';

/** The metadata of Nest's decorator on one parameter: `@Body()` and similar, or one of `createParamDecorator`. */
export interface RouteParameter {
  /** For `application`, a decorator of the application supplies the value; for the others, the model. */
  readonly source: 'application' | 'body' | 'query' | 'param';
  readonly data: unknown;
  readonly pipes: readonly (Type<PipeTransform> | PipeTransform)[];
  readonly schema?: unknown;
  readonly factory?: (data: unknown, context: ExecutionContext) => unknown;
}

type Written = Omit<RouteParameter, 'source'> & { readonly index: number };

const ORDINARY: Readonly<Record<string, RouteParameter['source']>> = { 3: 'body', 4: 'query', 5: 'param' };
const OF_A_REQUEST: Readonly<Record<string, string>> = {
  0: '@Req() (@Parent() in GraphQL, @ConnectedSocket() in a gateway)',
  1: '@Res() (@Context() in GraphQL)',
  2: '@Next() (@Info() in GraphQL)',
  6: '@Headers() (@Ctx() in a microservice)',
  7: '@Session()',
  8: '@UploadedFile()',
  9: '@UploadedFiles()',
  10: '@HostParam()',
  11: '@Ip()',
  12: '@RawBody()',
  13: '@Ack()',
  14: '@Cookies()',
  15: '@SignedCookies()',
};

/**
 * Reads the metadata of Nest's parameter decorators on a method, by index.
 * @throws ToolDeclarationException for a parameter whose value only an HTTP request has
 */
export function routeParametersOf(label: string, type: Class, start: object, key: string): Map<number, RouteParameter> {
  const found = new Map<number, RouteParameter>();
  for (const [name, { index, pipes, ...written }] of writtenOf(label, type, start, key)) {
    const source = routeSourceOf(name, `${label}, parameter ${index}`);
    // The model never sets a value of the application, even if the parameter has other decorators.
    if (found.get(index)?.source === 'application') continue;
    found.set(index, { ...written, source, pipes: (pipes ?? []).filter(Boolean) });
  }
  return found;
}

function routeSourceOf(name: string, where: string): RouteParameter['source'] {
  if (name.includes(CUSTOM_ROUTE_ARGS_METADATA)) return 'application';
  const [kind = ''] = name.split(':');
  const source = ORDINARY[kind];
  if (source) return source;
  throw new ToolDeclarationException(
    `${where}: ${OF_A_REQUEST[kind] ?? 'its decorator'} reads the value from a request, but a tool is called without one. Use a separate method for the tool, or supply the value with a decorator of createParamDecorator().`,
  );
}

function writtenOf(label: string, type: Class, start: object, key: string): [string, Written][] {
  if (start === type) return refuseStatic(label, type, key);
  const owner = prototypeChain(start).find((target) => Object.hasOwn(target, key));
  // Decorators store metadata on the prototype's `constructor`, which a mixin or a proxy may have changed.
  return [owner?.constructor, type].flatMap((host) =>
    typeof host === 'function'
      ? Object.entries<Written>(Reflect.getMetadata(ROUTE_ARGS_METADATA, host, key) ?? {})
      : [],
  );
}

function refuseStatic(label: string, type: Class, key: string): [] {
  if (Reflect.getOwnMetadata(ROUTE_ARGS_METADATA, type.constructor, key) === undefined) return [];
  throw new ToolDeclarationException(
    `${label}: Nest stores the parameter decorators of static methods in one place for all classes, and a static method named ${key} has some there. Use an instance method, or rename it.`,
  );
}
