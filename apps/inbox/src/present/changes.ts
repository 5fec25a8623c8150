import type { JsonBody } from 'toolgate/http/client';
import type { FieldPath } from './field.js';
import { isList, isObject } from './json-schema.js';
import { type WordChange, wordChanges } from './word-changes.js';

/** One place at which two arguments objects differ. */
export type Change =
  | { readonly type: 'added'; readonly path: FieldPath; readonly after: JsonBody }
  | { readonly type: 'removed'; readonly path: FieldPath; readonly before: JsonBody }
  | {
      readonly type: 'changed';
      readonly path: FieldPath;
      readonly before: JsonBody;
      readonly after: JsonBody;
      /** Of two long texts: the words that differ. */
      readonly words?: readonly WordChange[];
    };

/** A text from this length on is compared by words. */
const LONG_TEXT = 40;

/** Returns where two values differ, by path. Items of lists are compared by their index. */
export const changesBetween = (before: JsonBody, after: JsonBody, path: FieldPath = []): readonly Change[] => {
  if (isObject(before) && isObject(after)) {
    const names = [...Object.keys(before), ...Object.keys(after).filter((name) => !Object.hasOwn(before, name))];
    return names.flatMap((name) =>
      changeAt(
        Object.hasOwn(before, name) ? before[name] : undefined,
        Object.hasOwn(after, name) ? after[name] : undefined,
        [...path, name],
      ),
    );
  }
  if (isList(before) && isList(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => changeAt(before[index], after[index], [...path, index])).flat();
  }
  if (Object.is(before, after)) return [];
  const words = typeof before === 'string' && typeof after === 'string' ? longTextChanges(before, after) : undefined;
  return [{ type: 'changed', path, before, after, ...(words && { words }) }];
};

const changeAt = (before: JsonBody | undefined, after: JsonBody | undefined, path: FieldPath): readonly Change[] => {
  if (before !== undefined && after !== undefined) return changesBetween(before, after, path);
  if (after !== undefined) return [{ type: 'added', path, after }];
  return before === undefined ? [] : [{ type: 'removed', path, before }];
};

const longTextChanges = (before: string, after: string): readonly WordChange[] | undefined =>
  Math.max(before.length, after.length) < LONG_TEXT ? undefined : wordChanges(before, after);
