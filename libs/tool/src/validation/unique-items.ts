import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';
import { isObject } from '#core';
import type { JsonValue } from 'toolgate/model';

/** `uniqueItems` by a key text per item, because ajv's own keyword compares every item with every other. */
export const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: false,
  validate: (isWanted: boolean, items: readonly JsonValue[]): boolean =>
    !isWanted || new Set(items.map(writtenAs)).size === items.length,
};

/** Returns a string that only equal values share. */
function writtenAs(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(writtenAs).join()}]`;
  // JSON has no text for infinity.
  if (!isObject(value)) return typeof value === 'number' ? String(value) : JSON.stringify(value ?? null);
  const properties = Object.keys(value).map((key) => `${JSON.stringify(key)}:${writtenAs(value[key])}`);
  return `{${properties.toSorted().join()}}`;
}
