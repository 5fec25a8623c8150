import { isObject, type JsonLimits, parseJson } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';

/** The parsed arguments of a call, or the reason why they cannot be used. */
export type ParsedArguments =
  | { readonly type: 'arguments'; readonly input: JsonObject }
  /** The text is not a JSON object. */
  | { readonly type: 'malformed' }
  | {
      readonly type: 'refused';
      readonly kind: 'malformed-arguments' | 'invalid-arguments';
      /** The rule that the arguments break. */
      readonly issue: InputIssue;
    };

/** Parses the JSON text of a call's arguments. A missing or blank text and `null` become an empty object. */
export const parseArguments = (text: string | undefined, limits: JsonLimits): ParsedArguments => {
  if (text !== undefined && text !== null && typeof text !== 'string') return { type: 'malformed' };
  if (!text?.trim()) return { type: 'arguments', input: {} };
  const parsed = parseJson(text, limits);
  switch (parsed.type) {
    case 'value':
      if (parsed.value === null) return { type: 'arguments', input: {} };
      return isObject(parsed.value) ? { type: 'arguments', input: parsed.value } : { type: 'malformed' };
    case 'malformed':
      return parsed;
    case 'repeated-property':
      return refused('malformed-arguments', 'must name each property of an object once');
    case 'rounded-integer':
      return refused('invalid-arguments', EXACT, parsed.path);
    case 'too-large':
      return refused('invalid-arguments', WITHIN[parsed.limit](limits[parsed.limit]));
  }
};

type Refused = Extract<ParsedArguments, { type: 'refused' }>;

const refused = (kind: Refused['kind'], message: string, path = ''): Refused => ({
  type: 'refused',
  kind,
  issue: { path, message },
});

const EXACT = 'must be a number of at most 15 digits, or text if the schema allows it';

const WITHIN: Readonly<Record<keyof JsonLimits, (limit: number) => string>> = {
  maxBytes: (limit) => `must have at most ${limit} bytes`,
  maxNodes: (limit) => `must have at most ${limit} values`,
  maxDepth: (limit) => `must be nested at most ${limit} levels deep`,
};
