import { type OutputUnit, type Schema, validate, dereference } from '@cfworker/json-schema';
import type { JsonObjectBody } from 'toolgate/http/client';
import type { FieldPath } from '../present/field.js';

/** A rule of the schema that the arguments break. */
export interface SchemaProblem {
  readonly path: FieldPath;
  readonly rule: string;
  /** What the rule allows, as a text: the least number, the expected type. */
  readonly limit: string;
}

// These report that a part of the value breaks a rule, which is reported by itself.
const AROUND = new Set([
  '$ref',
  'allOf',
  'if',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'prefixItems',
  'items',
  'additionalItems',
  'unevaluatedItems',
]);

const LIMITS = [/Expected "(.+)"\.$/, /required property "(.+)"\.$/, /[<>] (\d+)\)\.$/, /(-?\d[\d.e+-]*)\.$/];

/** Returns the rules that arguments break. An unreadable schema breaks none here, because the server validates too. */
export const schemaProblems = (schema: JsonObjectBody | undefined, args: JsonObjectBody): readonly SchemaProblem[] => {
  if (!schema) return [];
  try {
    // Without `eval`, which the security policy of the page does not allow.
    const { errors } = validate(args, schema as Schema, draftOf(schema), dereference(schema as Schema), false);
    return withoutEchoes(distinct(errors.filter(isOwn).map(problemOf)));
  } catch {
    return [];
  }
};

const draftOf = ({ $schema }: JsonObjectBody) => (String($schema).includes('draft-07') ? '7' : '2020-12');

// The branches of a choice break rules that only the chosen branch must keep.
const isOwn = ({ keyword, keywordLocation }: OutputUnit): boolean =>
  !AROUND.has(keyword) && !/\/(?:anyOf|oneOf|not|contains)\//.test(keywordLocation);

const problemOf = ({ keyword, error, instanceLocation }: OutputUnit): SchemaProblem => {
  const path = pathOf(instanceLocation);
  const limit = LIMITS.map((pattern) => pattern.exec(error)?.[1]).find(Boolean) ?? '';
  return keyword === 'required' ? { path: [...path, limit], rule: keyword, limit } : { path, rule: keyword, limit };
};

const pathOf = (pointer: string): FieldPath =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));

const distinct = (problems: readonly SchemaProblem[]): readonly SchemaProblem[] => [
  ...new Map(problems.map((problem) => [`${keyOf(problem.path)} ${problem.rule}`, problem])).values(),
];

// The validator also counts a named property with a problem of its own as one that the schema does not name.
const withoutEchoes = (problems: readonly SchemaProblem[]): readonly SchemaProblem[] =>
  problems.filter(
    ({ rule, path }) =>
      rule !== 'false' || !problems.some((other) => other.rule !== 'false' && startsWith(other, path)),
  );

const startsWith = ({ path }: SchemaProblem, start: FieldPath): boolean =>
  start.every((step, at) => String(path[at]) === String(step));

/** A path as one text. Indexes and their texts are the same, because a pointer of JSON does not separate them. */
export const keyOf = (path: FieldPath): string => JSON.stringify(path.map(String));
