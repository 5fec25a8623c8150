import type { JsonBody, ListedApprovalBody } from 'toolgate/http/client';
import { labelOf } from '../present/field-labels.js';

const haystacks = new WeakMap<ListedApprovalBody, string>();

/** Returns the approvals in which every word of a text occurs: in the tool, the people, the reasons or the arguments. */
export const matching = (items: readonly ListedApprovalBody[], text: string): readonly ListedApprovalBody[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => words.every((word) => haystackOf(item).includes(word)));
};

const haystackOf = (item: ListedApprovalBody): string => {
  const known = haystacks.get(item);
  if (known !== undefined) return known;
  const made = [...textsOf(item)].join('\n').toLowerCase();
  haystacks.set(item, made);
  return made;
};

function* textsOf(item: ListedApprovalBody): Generator<string> {
  const { id, toolName, requester, conversation, message, reason, decidedBy } = item;
  yield* [id, toolName, labelOf(toolName), requester];
  for (const text of [conversation, message, reason, decidedBy]) if (text !== undefined) yield text;
  yield* valuesOf(item.arguments);
}

function* valuesOf(value: JsonBody | undefined): Generator<string> {
  if (value === undefined || value === null) return;
  if (typeof value === 'object') for (const part of Object.values(value)) yield* valuesOf(part);
  else yield String(value);
}
