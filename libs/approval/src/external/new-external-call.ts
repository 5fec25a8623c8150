import { ToolContext } from 'toolgate/tool';
import { requestRunId } from '../calls/request-run-id.js';
import { hashOf } from '../records/canonical-json.js';
import type { OpenExternalCall } from '../transitions/open-call.js';
import type { WaitingBatch } from '../transitions/open-run.js';
import type { ReadRequest } from './read-request.js';
import { savedCall } from '../calls/new-call.js';

/** Returns the data of a new run: it has the shape of a turn that waits with one call. */
export const newExternalCall = (
  request: ReadRequest,
  { expiresInMs, traceParent }: { readonly expiresInMs: number; readonly traceParent?: string | undefined },
): OpenExternalCall => {
  const { requester, requestId, application, tool, arguments: input } = request;
  const id = requestRunId(requester, requestId, 'external', application);
  return {
    id,
    requester,
    expiresInMs,
    suspension: suspensionOf(request, id, traceParent),
    ...(application !== undefined && { application }),
    request: { id: requestId, hash: hashOf({ tool, input }) },
  };
};

const suspensionOf = (request: ReadRequest, runId: string, traceParent: string | undefined): WaitingBatch => {
  const { callback, tool, arguments: input, requirement, conversation } = request;
  const call = {
    type: 'tool-call',
    toolCallId: request.requestId,
    toolName: tool,
    input: JSON.stringify(input),
  } as const;
  const turn = new ToolContext({ conversation, runId });
  const info = { toolCallId: call.toolCallId, toolName: tool, index: 0, round: 0 };
  const prepared = { index: 0, call, callback, input, value: input, context: new ToolContext({ turn, call: info }) };
  const response = {
    message: { role: 'assistant', content: [call] },
    finishReason: { unified: 'tool-calls' },
    usage: {},
  } as const;
  return {
    ...savedCall(response, { toolContext: {}, tools: [], conversation, traceParent }),
    batch: [{ index: 0, call, prepared, question: { type: 'ask', requirement: { ...requirement } } }],
  };
};
