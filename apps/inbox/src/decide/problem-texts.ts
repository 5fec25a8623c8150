import type { JsonObjectBody } from 'toolgate/http/client';
import type { Texts } from '../texts/en.js';
import type { EditState } from './edit-state.js';
import { keyOf, schemaProblems } from './schema-problems.js';

/** Returns what cannot be used in edited arguments, by the path of the value, in words. */
export const problemTexts = (
  { args, typed }: EditState,
  schema: JsonObjectBody | undefined,
  { rules, typed: texts }: Texts['decide'],
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [key, { problem }] of Object.entries(typed)) found.set(key, [texts[problem]]);
  const wordsOf: Readonly<Record<string, (limit: string) => string>> = rules;
  for (const { path, rule, limit } of schemaProblems(schema, args)) {
    const key = keyOf(path);
    const words = Object.hasOwn(wordsOf, rule) ? wordsOf[rule]!(limit) : rules.other(rule);
    // What was typed last is not in the arguments yet.
    if (!Object.hasOwn(typed, key)) found.set(key, [...(found.get(key) ?? []), words]);
  }
  return found;
};
