import type { JsonObjectBody } from 'toolgate/http/client';
import type { Texts } from '../texts/en.js';
import type { Field } from '../present/field.js';
import { moneyWords } from '../present/number-words.js';
import type { EditState } from './edit-state.js';
import { keyOf, schemaProblems } from './schema-problems.js';

interface ProblemWords extends Pick<Texts['decide'], 'rules' | 'typed'> {
  /** Returns a limit of the value with this key as the form shows values. */
  readonly limitOf: (key: string, limit: string) => string;
}

/** Returns what cannot be used in edited arguments, by the path of the value, in words. */
export const problemTexts = (
  { args, typed }: EditState,
  schema: JsonObjectBody | undefined,
  { rules, typed: texts, limitOf }: ProblemWords,
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [key, { problem }] of Object.entries(typed)) found.set(key, [texts[problem]]);
  const wordsOf: Readonly<Record<string, (limit: string) => string>> = rules;
  for (const { path, rule, limit } of schemaProblems(schema, args)) {
    const key = keyOf(path);
    const words = Object.hasOwn(wordsOf, rule) ? wordsOf[rule]!(limitOf(key, limit)) : rules.other(rule);
    // What was typed last is not in the arguments yet.
    if (!Object.hasOwn(typed, key)) found.set(key, [...(found.get(key) ?? []), words]);
  }
  return found;
};

/** Returns how the limits of fields are shown: those of an amount in cents in its main unit, as it is typed. */
export const limitsOf = (fields: readonly Field[], locale: string): ProblemWords['limitOf'] => {
  const cents = centsIn(fields);
  return (key, limit) => {
    const field = cents.get(key);
    return (field && moneyWords(limit, field, locale)?.text) ?? limit;
  };
};

const centsIn = (fields: readonly Field[], found = new Map<string, Field>()): ReadonlyMap<string, Field> => {
  for (const field of fields) {
    if (field.isMinorUnit) found.set(keyOf(field.path), field);
    centsIn(field.fields ?? [], found);
  }
  return found;
};
