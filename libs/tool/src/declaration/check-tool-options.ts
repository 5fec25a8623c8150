import { ToolDeclarationException } from '../tool.errors.js';
import type { ToolOptions } from './tool.decorator.js';

const SWITCHES = ['requiresApproval', 'returnDirect', 'sequential', 'idempotent'] as const;

/**
 * Refuses options of another type than they have: a `'false'` must not count as true, nor as nothing.
 * @throws ToolDeclarationException naming each wrong option and what to give
 */
export function checkToolOptions(label: string, options: ToolOptions): void {
  const problems = SWITCHES.filter((name) => !isSwitch(options[name])).map(
    (name) => `${label}: \`${name}\` of @Tool() is ${kindOf(options[name])}: give true or false, or leave it out.`,
  );
  if (!isTags(options.tags)) {
    problems.push(
      `${label}: \`tags\` of @Tool() is ${kindOf(options.tags)}: give an array of strings, such as ['read'], or leave it out.`,
    );
  }
  if (problems.length > 0) throw new ToolDeclarationException(problems.join('\n'));
}

function isSwitch(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}

function isTags(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((tag) => typeof tag === 'string'));
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array with something else in it';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
