import { isObject, type JsonLimits, parseJson } from '#core';
import type { JsonObject } from 'toolgate/model';

/** The parsed arguments of a call, or the reason why they cannot be used. */
export type ParsedArguments =
  | { readonly type: 'arguments'; readonly input: JsonObject }
  /** The text is not a JSON object. */
  | { readonly type: 'malformed' }
  | {
      readonly type: 'refused';
      readonly kind: 'malformed-arguments' | 'invalid-arguments';
      /** The rule that the arguments break, as the message of an input issue. */
      readonly message: string;
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
      return { type: 'refused', kind: 'malformed-arguments', message: 'must name each property of an object once' };
    case 'too-large':
      return { type: 'refused', kind: 'invalid-arguments', message: WITHIN[parsed.limit](limits[parsed.limit]) };
  }
};

const WITHIN: Readonly<Record<keyof JsonLimits, (limit: number) => string>> = {
  maxBytes: (limit) => `must have at most ${limit} bytes`,
  maxNodes: (limit) => `must have at most ${limit} values`,
  maxDepth: (limit) => `must be nested at most ${limit} levels deep`,
};
