import type { ApprovalBody, JsonBody } from 'toolgate/http/client';
import { HIDDEN_KINDS, type HiddenKind, visibleParts } from './visible-text.js';

/** How many characters of a kind a value contains. */
export interface HiddenText {
  readonly kind: HiddenKind;
  readonly count: number;
  /** The names of the different characters, at most 5. */
  readonly names: readonly string[];
}

const MOST_NAMES = 5;

/** Lists the characters of a value that a person would not see, in its texts and its names; the worst kind first. */
export const hiddenTextIn = (value: JsonBody): readonly HiddenText[] => {
  const found = new Map<HiddenKind, string[]>();
  for (const text of textsIn(value)) {
    for (const part of visibleParts(text)) {
      if (part.kind !== 'plain' && part.kind !== 'space') add(found, part.kind, part.name);
    }
  }
  return HIDDEN_KINDS.flatMap((kind) => {
    const names = found.get(kind) ?? [];
    return names.length > 0 ? [{ kind, count: names.length, names: [...new Set(names)].slice(0, MOST_NAMES) }] : [];
  });
};

/** Lists them in every text of a request that the person who wrote it chose. */
export const hiddenInRequest = (approval: ApprovalBody): readonly HiddenText[] => {
  const { arguments: args, toolName, description = '', requester, message = '', conversation = '' } = approval;
  return hiddenTextIn([args ?? {}, toolName, description, requester, message, conversation]);
};

const add = (found: Map<HiddenKind, string[]>, kind: HiddenKind, name: string): void => {
  const names = found.get(kind) ?? [];
  names.push(name);
  found.set(kind, names);
};

function* textsIn(value: JsonBody | undefined): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, property] of Object.entries(value)) {
      yield name;
      yield* textsIn(property);
    }
  }
}
