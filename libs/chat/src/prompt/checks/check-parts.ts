import { quote } from '#core';
import type { AssistantPart } from 'toolgate/model';
import { ChatClientException } from '../../errors/chat.errors.js';
import { isRecord, type Place, throwInvalid } from './invalid-value.js';

type PartType = AssistantPart['type'];

const TYPES: Readonly<Record<'user' | 'assistant' | 'tool', readonly PartType[]>> = {
  user: ['text', 'file'],
  assistant: ['text', 'file', 'reasoning', 'tool-call', 'tool-result', 'custom'],
  tool: ['tool-result'],
};

/** The properties of a part that are strings. */
const TEXTS: Readonly<Record<PartType, readonly string[]>> = {
  text: ['text'],
  file: ['mediaType'],
  reasoning: ['text'],
  'tool-call': ['toolCallId', 'toolName', 'input'],
  'tool-result': ['toolCallId', 'toolName'],
  custom: ['kind'],
};

const FILE = 'Create the part with filePart(), or pass { type, mediaType, source }.';

/** Throws `ChatClientException` for an entry that is not a part of a message of this role. */
export const checkParts = (
  place: Place,
  path: string,
  { role, parts }: { readonly role: keyof typeof TYPES; readonly parts: readonly unknown[] },
): void => {
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    const type = isRecord(part) ? (part['type'] as PartType) : undefined;
    if (type === undefined || !TYPES[role].includes(type)) {
      throwInvalidPart(place(`${path}[${index}]`), part, TYPES[role]);
    } else if (!isWhole(part as Part, type)) throwInvalidProperty(place, `${path}[${index}]`, part as Part);
  }
};

/** Returns whether each entry is a part of a message of this role; creates no objects. */
export const areParts = (role: keyof typeof TYPES, parts: readonly unknown[]): boolean => {
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) return false;
    const { type, text } = part as { readonly type: PartType; readonly text?: unknown };
    // Most parts of a long history are text, which is checked without a look-up by name.
    const isText = type === 'text' && role !== 'tool' && typeof text === 'string';
    if (!isText && !(TYPES[role].includes(type) && isWhole(part as Part, type))) return false;
  }
  return true;
};

type Part = Readonly<Record<string, unknown>>;

// Every message of every prompt passes here: no objects are created for a valid one.
const isWhole = (part: Part, type: PartType): boolean => {
  for (const name of TEXTS[type]) if (typeof part[name] !== 'string') return false;
  if (type === 'file') return isFileSource(part['source']);
  return type !== 'tool-result' || (isRecord(part['output']) && isRecord(part['outcome']));
};

const isFileSource = (source: unknown): boolean =>
  isRecord(source) && (typeof source['base64'] === 'string' || typeof source['url'] === 'string');

const throwInvalidPart = (place: string, part: unknown, types: readonly PartType[]): never => {
  if (!isRecord(part)) return throwInvalid(place, part, `Pass a part of the type ${types.join(', ')}.`);
  const type = typeof part['type'] === 'string' ? `the type ${quote(part['type'])}` : 'no type';
  throw new ChatClientException(`${place} has ${type}. Pass a part of the type ${types.join(', ')}.`);
};

const throwInvalidProperty = (place: Place, path: string, part: Part): never => {
  const type = part['type'] as PartType;
  const text = TEXTS[type].find((name) => typeof part[name] !== 'string');
  if (text !== undefined) {
    const instruction = text === 'input' ? 'Pass the arguments as JSON text: JSON.stringify(input).' : 'Pass a string.';
    return throwInvalid(place(`${path}.${text}`), part[text], instruction);
  }
  if (type === 'file') return throwInvalid(place(`${path}.source`), part['source'], FILE);
  const name = isRecord(part['output']) ? 'outcome' : 'output';
  const shape = name === 'output' ? "{ type: 'text', text }" : "{ type: 'success' }";
  return throwInvalid(place(`${path}.${name}`), part[name], `Pass an object, such as ${shape}.`);
};
