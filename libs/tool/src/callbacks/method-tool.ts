import type { Class } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { isStaticMember } from '../declare/is-static-member.js';
import type { MethodName } from '../declare/method-name.js';
import type { ToolOptions } from '../declare/tool-options.js';
import { MethodToolCallback } from './method-tool-callback.js';
import { planMethod } from './plan-method.js';

/**
 * Creates a tool from a method of an instance or a static method of a class, with or without `@Tool()`. The options
 * override those of the decorator.
 * @throws ToolDeclarationException if there is no such method, or the declaration is invalid
 */
export function methodTool<T extends object>(
  target: T,
  method: MethodName<T>,
  options: ToolOptions = {},
): MethodToolCallback {
  const isClass = typeof target === 'function';
  const type = (isClass ? target : (target as T | null | undefined)?.constructor) as Class | undefined;
  if (!type) throw new ToolDeclarationException(NO_TARGET);
  if (!isClass && typeof target[method] === 'function' && !(method in (type.prototype as object))) {
    throw new ToolDeclarationException(noMethod(type.name, method));
  }
  const isStatic = isStaticMember(type, method);
  if (isClass && !isStatic) throw new ToolDeclarationException(needsInstance(type.name, method));
  const plan = planMethod(type, method, { isStatic, options });
  return new MethodToolCallback(plan, { type: 'instance', instance: isStatic ? type : target });
}

function needsInstance(name: string, method: string): string {
  const variable = name.charAt(0).toLowerCase() + name.slice(1);
  return `methodTool(${name}, "${method}") received a class, but ${method} is a method of its instances. Pass an instance, or inject the class into a provider, { provide: '${variable}.${method}', inject: [${name}], useFactory: (${variable}) => methodTool(${variable}, '${method}') }.`;
}

const NO_TARGET = 'methodTool() received no instance of a class. Pass one, or pass a class for its static methods.';

function noMethod(name: string, method: string): string {
  return `methodTool(): ${method} is a property of one ${name}, not a method of its class. Use functionTool({ name: '${method}', run: … }) instead.`;
}
