import type { JsonValue } from 'toolgate/model';
import type { InputIssue } from '../tool-callback.js';
import { type ArgumentLimits, completeArgumentLimits } from './argument-limits.js';
import { parseArguments } from './parse-arguments.js';

/** Returns what is wrong with JSON that is larger than the arguments of a model’s call may be; undefined if nothing is. */
export const issueOfSize = (input: JsonValue, limits?: ArgumentLimits): InputIssue | undefined => {
  const parsed = parseArguments(JSON.stringify(input), completeArgumentLimits(limits));
  return parsed.type === 'refused' ? { path: '', message: parsed.message } : undefined;
};
