import { PromptTemplate } from '../prompt-template.js';
import type { PromptText, SystemInput, UserInput } from '../prompt-text.js';
import { checkParts } from './check-parts.js';
import { isRecord, type Place, throwInvalid } from './invalid-value.js';

const TEXT = 'Pass a string, a PromptTemplate or { text, params }, or leave it out.';

/** Returns a system text. Throws `ChatClientException` for anything else, and for files, which no system message has. */
export const checkSystemText = (place: Place, input: SystemInput): SystemInput => {
  const given: unknown = input;
  const files = isRecord(given) ? given['files'] : undefined;
  return files === undefined
    ? checkText(place, 'system', input)
    : throwInvalid(place('system.files'), files, 'Pass files with the user text: user({ text, files }).');
};

/** Returns a user text, or parts. Throws `ChatClientException` for anything else. */
export const checkUserText = (place: Place, input: UserInput): UserInput => {
  if (!Array.isArray(input)) return checkText(place, 'user', input as string | PromptTemplate | PromptText);
  if (input.length === 0)
    return throwInvalid(place('user'), input, 'Pass a string or a list of parts, or leave it out.');
  checkParts(place, 'user', { role: 'user', parts: input });
  return input;
};

const checkText = <T extends string | PromptTemplate | PromptText>(place: Place, name: string, input: T): T => {
  if (typeof input === 'string' ? input.trim() !== '' : input instanceof PromptTemplate) return input;
  // A Date or a response object has none of these properties.
  if (!isRecord(input)) return throwInvalid(place(name), input, TEXT);
  const { text, params, files } = input;
  if (text === undefined && params === undefined && files === undefined) return throwInvalid(place(name), input, TEXT);
  if (text !== undefined && !(text instanceof PromptTemplate) && (typeof text !== 'string' || text.trim() === '')) {
    return throwInvalid(place(`${name}.text`), text, 'Pass a string or a PromptTemplate, or leave it out.');
  }
  if (params !== undefined && !isRecord(params)) {
    return throwInvalid(place(`${name}.params`), params, 'Pass an object with a value for each parameter.');
  }
  if (files === undefined) return input;
  if (!Array.isArray(files)) return throwInvalid(place(`${name}.files`), files, 'Pass a list of file parts.');
  checkParts(place, `${name}.files`, { role: 'user', parts: files });
  return input;
};
