import type { FilePart, JsonValue, TextPart, ToolResultOutput } from 'toolgate/model';

/**
 * Cuts a result that is longer than `max` characters and adds a note; files are not cut. JSON that is cut becomes text.
 * The length of a result that was not read completely is unknown, so the note does not state it.
 */
export const cutOutput = (output: ToolResultOutput, max: number, isWhole = true): ToolResultOutput => {
  switch (output.type) {
    case 'text':
      return isWhole && output.text.length <= max ? output : { type: 'text', text: cutText(output.text, max, isWhole) };
    case 'json':
      return !isWhole || exceeds(output.value, max) ? cutJson(output, max, isWhole) : output;
    case 'content':
      return { type: 'content', parts: cutParts(output.parts, max) };
  }
};

const cutJson = (
  output: Extract<ToolResultOutput, { type: 'json' }>,
  max: number,
  isWhole: boolean,
): ToolResultOutput => {
  const text = JSON.stringify(output.value);
  return isWhole && text.length <= max ? output : { type: 'text', text: cutText(text, max, isWhole) };
};

const cutText = (text: string, max: number, isWhole: boolean): string => {
  // Never cuts between the two code units of one character.
  const room = Math.min(max, text.length);
  const end = /[\uD800-\uDBFF]/.test(text.charAt(room - 1)) ? room - 1 : room;
  const rest = isWhole ? `of ${text.length} characters` : 'characters; the rest was not read';
  return `${text.slice(0, end)}\n[Cut: these are the first ${end} ${rest}.]`;
};

const cutParts = (parts: readonly (TextPart | FilePart)[], max: number): readonly (TextPart | FilePart)[] => {
  let left = max;
  return parts.map((part) => {
    if (part.type !== 'text') return part;
    const room = left;
    left = Math.max(0, left - part.text.length);
    return part.text.length <= room ? part : { ...part, text: cutText(part.text, room, true) };
  });
};

/** Whether JSON may be longer than `max` characters. An upper bound, which costs less than writing the JSON. */
const exceeds = (value: JsonValue, max: number): boolean => mostLength(value, max) > max;

/** `-1.2345678901234567e-308` */
const LONGEST_NUMBER = 24;
/** `\u0001` */
const LONGEST_CHARACTER = 6;

/** Returns an upper bound of the characters of JSON; stops counting above `max`. */
const mostLength = (value: JsonValue | undefined, max: number): number => {
  if (typeof value === 'string') return mostOfText(value);
  if (typeof value === 'number') return LONGEST_NUMBER;
  if (typeof value !== 'object' || value === null) return 5;
  let length = 2;
  const isList = Array.isArray(value);
  for (const key in value) {
    length += (isList ? 1 : mostOfText(key) + 2) + mostLength((value as Record<string, JsonValue>)[key], max - length);
    if (length > max) return length;
  }
  return length;
};

const mostOfText = ({ length }: string): number => length * LONGEST_CHARACTER + 2;
