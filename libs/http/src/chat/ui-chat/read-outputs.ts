import { isObject, ownValue, recordOf } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { refuseDecision } from '../../problem/request.exception.js';
import { readApprovalRef, type ShownApproval } from '../shared/approval-ref.js';
import { isServerError } from '../shared/lost-call.js';

/** The output of a client tool that a page has posted, for the call that the page was shown. */
export interface PostedOutput extends ShownApproval {
  readonly toolCallId: string;
  readonly output: JsonValue;
  /** Why the page could not run the tool; absent if it ran. */
  readonly error?: JsonValue;
}

/**
 * Reads the outputs of client tools in the last step of the answer that a client posts again. The metadata of the answer
 * names their calls. All other outputs are copies of what the server has sent. Throws `RequestException` for two outputs
 * of one call.
 */
export const readOutputs = ({ parts, metadata }: JsonObject): readonly PostedOutput[] => {
  const { clientCalls } = recordOf(metadata);
  if (!Array.isArray(parts) || !isObject(clientCalls)) return [];
  const start = parts.findLastIndex((part) => isObject(part) && part['type'] === 'step-start');
  const outputs = parts
    .slice(start + 1)
    .flatMap((part) => (isObject(part) ? outputsOf(part, clientCalls as JsonObject) : []));
  if (new Set(outputs.map(({ toolCallId }) => toolCallId)).size < outputs.length)
    refuseDecision('The message contains two outputs of one call. Send one.');
  return outputs;
};

const outputsOf = (part: JsonObject, clientCalls: JsonObject): readonly PostedOutput[] => {
  const { state, toolCallId, output = null, errorText = null } = part;
  if (typeof toolCallId !== 'string') return [];
  const ref = ownValue(clientCalls, toolCallId);
  const shown = typeof ref === 'string' ? readApprovalRef(ref) : undefined;
  if (!shown) return [];
  if (state === 'output-available') return [{ ...shown, toolCallId, output }];
  if (state === 'output-error' && !isServerError(errorText))
    return [{ ...shown, toolCallId, output, error: errorText }];
  return [];
};
