import { pointerStep } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';

/**
 * Finds numbers that are not finite: `1e999` is parsed as Infinity, which would be shown and stored as null while the
 * method receives Infinity. A schema without a type does not reject them.
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
