import { isObject } from '#core';
import type { JsonObject } from 'toolgate/model';
import { isServerError } from '../shared/lost-call.js';
import type { ShownOutput } from './shown-output.js';

/**
 * Reads the outputs in the last step of the answer that a client posts again. Most are copies of what the server has
 * sent: only those of client tools that wait for the page count.
 */
export const readOutputs = ({ parts }: JsonObject): readonly ShownOutput[] => {
  if (!Array.isArray(parts)) return [];
  const start = parts.findLastIndex((part) => isObject(part) && part['type'] === 'step-start');
  return parts.slice(start + 1).flatMap((part) => (isObject(part) ? outputsOf(part) : []));
};

const outputsOf = (part: JsonObject): readonly ShownOutput[] => {
  const { state, toolCallId, input = {}, output = null, errorText = null, providerExecuted, preliminary } = part;
  if (typeof toolCallId !== 'string' || providerExecuted === true || preliminary === true) return [];
  if (state === 'output-available') return [{ toolCallId, input, output }];
  if (state === 'output-error' && !isServerError(errorText)) return [{ toolCallId, input, output, error: errorText }];
  return [];
};
