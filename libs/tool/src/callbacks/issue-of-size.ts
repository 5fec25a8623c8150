import type { JsonValue } from 'toolgate/model';
import type { ArgumentLimits } from '../contract/argument-limits.js';
import { completeArgumentLimits } from '../contract/complete-argument-limits.js';
import type { InputIssue } from '../contract/tool-callback.js';
import { parseArguments } from './parse-arguments.js';

/** Returns the issue of JSON that exceeds the size limits of a call's arguments; undefined if it does not. */
export const issueOfSize = (input: JsonValue, limits?: ArgumentLimits): InputIssue | undefined => {
  const parsed = parseArguments(JSON.stringify(input), completeArgumentLimits(limits));
  return parsed.type === 'refused' ? parsed.issue : undefined;
};
