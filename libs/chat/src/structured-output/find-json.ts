import { readJson } from '#core';
import type { JsonValue } from 'toolgate/model';
import type { InputIssue } from 'toolgate/tool';
import { JsonFinder, type JsonSpan } from './json-finder.js';

/** The JSON of an answer, or the reason why there is none. */
type FoundJson =
  | { readonly type: 'json'; readonly json: JsonValue }
  | { readonly type: 'none'; readonly issue: InputIssue };

/**
 * Finds the JSON in an answer: the whole answer, or its longest object or list without the text around it (thinking, a
 * fence, words before and after). Linear in the length of the answer.
 */
export const findJson = (answer: string): FoundJson => {
  const text = answer.trim();
  if (text === '') return none('is empty, and must be JSON');
  const whole = readJson(text);
  if (whole !== undefined) return { type: 'json', json: whole };
  const finder = finderOf(text, true);
  const { longest, thinkingBegan } = finder;
  if (longest || thinkingBegan === undefined) return foundBy(finder, text);
  // A thinking section without an end is no thinking, or contains the answer.
  const rest = text.slice(thinkingBegan);
  return foundBy(finderOf(rest, false), rest);
};

const finderOf = (text: string, hidesThinking: boolean): JsonFinder => {
  const finder = new JsonFinder(hidesThinking);
  finder.feed(text);
  return finder;
};

const foundBy = (finder: JsonFinder, text: string): FoundJson => {
  const { longest, broken, thinkingEnded } = finder;
  const open = finder.open();
  if (open && lengthOf(open) > lengthOf(longest)) return none('is cut off here', open.json.path());
  const bare = longest ? text.slice(longest.start, longest.end) : withoutFence(text.slice(thinkingEnded).trim());
  const json = readJson(bare);
  if (json !== undefined) return { type: 'json', json };
  return broken ? none('is not valid JSON from here on', broken.json.path()) : none('has no JSON in it');
};

const none = (message: string, path = ''): FoundJson => ({ type: 'none', issue: { path, message } });

const withoutFence = (text: string): string => {
  if (!text.startsWith('```')) return text;
  const [, language = ''] = /^```(\w*)/u.exec(text) ?? [];
  const end = text.endsWith('```') && text.length >= 6 ? -3 : undefined;
  const body = text.slice(3, end);
  // On a single line, a word that looks like a language may be the answer itself.
  return (/^\w*[ \t]*\n/u.test(body) || language === 'json' ? body.slice(language.length) : body).trim();
};

const lengthOf = (span: JsonSpan | undefined): number => (span ? span.end - span.start : 0);
