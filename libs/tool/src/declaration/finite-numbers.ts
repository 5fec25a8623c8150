import type { JsonObject, JsonValue } from 'toolgate/model';
import type { InputIssue } from '../tool-callback.js';
import { pointerStep } from './subschemas.js';

/**
 * Finds the numbers that no JSON can carry: `1e999` is read as Infinity, and would be shown and stored as null while
 * the method gets Infinity. A schema that says nothing of a value lets them pass.
 */
export function issuesOfNumbers(value: JsonValue): readonly InputIssue[] {
  return isFinite(value) ? [] : search(value, '');
}

function isFinite(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  for (const key in value) if (!isFinite((value as JsonObject)[key])) return false;
  return true;
}

function search(value: JsonValue | undefined, path: string): InputIssue[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [{ path, message: 'must be a finite number' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => search(inner, path + pointerStep(key)));
}
