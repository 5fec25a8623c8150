import type { JsonObjectBody, ListedApprovalBody } from 'toolgate/http/client';
import type { Reader } from '../present/date-words.js';
import type { Field, FieldKind } from '../present/field.js';
import { fieldsOf } from '../present/fields.js';
import { valueLine } from '../present/value-line.js';

const MOST_PARTS = 4;

// What a hurried person reads first: how much, to whom, which one.
const FIRST: readonly FieldKind[] = ['email', 'id'];
const TARGETS = /^(to|recipient|payee|customer|account|user|service|file|path|url)$/i;

/** Returns the one line that says what a call would do: its most telling arguments, else the message for the approver. */
export const tellingLine = (approval: ListedApprovalBody, reader: Reader): string | undefined => {
  return argumentsLine(approval, reader) || approval.message;
};

// A row is drawn again when a person scrolls back to it.
const lines = new WeakMap<JsonObjectBody, string>();

const argumentsLine = ({ arguments: args }: ListedApprovalBody, reader: Reader): string => {
  if (!args) return '';
  const line = lines.get(args) ?? lineOf(args, reader);
  lines.set(args, line);
  return line;
};

const lineOf = (args: JsonObjectBody, reader: Reader): string => {
  const fields = fieldsOf(undefined, args).filter(isTelling);
  const ordered = [...fields].sort((one, other) => rankOf(one) - rankOf(other));
  return ordered
    .flatMap((field) => valueLine(field, reader) ?? [])
    .slice(0, MOST_PARTS)
    .join(' · ');
};

const isTelling = ({ path, kind, secretLooking }: Field): boolean =>
  !secretLooking && kind !== 'list' && kind !== 'object' && !/^currency(_?code)?$/i.test(String(path[0]));

const rankOf = ({ kind, path }: Field): number => {
  if (kind === 'money') return 0;
  if (TARGETS.test(String(path[0]))) return 1;
  return FIRST.includes(kind) ? 2 : 3;
};
