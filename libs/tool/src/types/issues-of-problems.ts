import { pointerStep } from '#core';
import type { InputIssue } from '../contract/tool-callback.js';
import type { ValidationProblem } from './class-validator.js';
import { readDto } from './read-dto.js';
import type { ValueType } from './value-type.js';

/** Converts the problems of class-validator to issues, with the paths of the input. */
export function issuesOfProblems(
  problems: readonly ValidationProblem[],
  type: ValueType | undefined,
  path: string,
): InputIssue[] {
  return problems.flatMap(({ property, constraints = {}, children = [] }) => {
    const field = type?.type === 'dto' ? readDto(type.class).fields.find(({ key }) => key === property) : undefined;
    const of = field?.type ?? (type?.type === 'array' || type?.type === 'map' ? type.of : undefined);
    const at = path + pointerStep(field?.name ?? property);
    const own = Object.values(constraints).map((message) => ({ path: at, message }));
    return [...own, ...issuesOfProblems(children, of, at)];
  });
}
