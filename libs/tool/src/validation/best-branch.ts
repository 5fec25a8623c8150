import type { JsonValue } from 'toolgate/model';
import type { CannotFit } from '../schema/union-branch.js';
import { type Effort, sizeOf, spend } from './effort.js';
import type { StripRun, StripStep } from './strip-step.js';

/** One schema of a union. */
export interface Branch {
  readonly step: StripStep;
  readonly fits: (value: JsonValue, effort: Effort) => boolean;
  readonly cannotFit: CannotFit;
}

/**
 * Compiles a union. Uses the branch that the value matches and that keeps most of it, so that no data of that branch is
 * lost. A value that matches no branch is unchanged. Each value is decided once, even if several branches of an outer union
 * lead to it.
 */
export function bestBranch(branches: readonly Branch[]): StripStep {
  const decide: StripStep = (value, run) => {
    const possible = branches.filter(({ cannotFit }) => !cannotFit(value));
    const first = possible[0];
    return first && possible.length === 1 ? first.step(value, run) : (bestOf(possible, value, run) ?? value);
  };
  return (value, run) => {
    if (typeof value !== 'object' || value === null) return decide(value, run);
    run.branches ??= new Map();
    const known = run.branches.get(branches) ?? new Map<JsonValue, JsonValue>();
    run.branches.set(branches, known);
    const left = known.get(value) ?? decide(value, run);
    known.set(value, left);
    return left;
  };
}

function bestOf(possible: readonly Branch[], value: JsonValue, run: StripRun): JsonValue | undefined {
  const fitting = new Set<JsonValue>();
  for (const { step, fits } of possible) {
    const left = step(value, run);
    if (fits(left, run.effort)) fitting.add(left);
  }
  const [first, ...others] = fitting;
  return others.length === 0 ? first : largestOf([...fitting], run);
}

function largestOf(values: readonly JsonValue[], { effort }: StripRun): JsonValue | undefined {
  let largest: { readonly value: JsonValue; readonly size: number } | undefined;
  for (const value of values) {
    const size = sizeOf(value);
    spend(effort, size);
    if (size > (largest?.size ?? 0)) largest = { value, size };
  }
  return largest?.value;
}
