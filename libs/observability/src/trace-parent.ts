import type { SpanContext } from '@opentelemetry/api';
import type { ChatTurn } from 'toolgate/chat';

/** Where a turn that may wait for a person keeps its trace, among the parameters of the advisors. */
const KEY = 'toolgate.traceparent';

const WRITTEN = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Keeps a trace with the turn, so that what goes on another day is linked to it. */
export const keepTrace = (turn: ChatTurn, { traceId, spanId, traceFlags }: SpanContext): void => {
  const { keeping } = turn;
  const request = keeping?.request;
  if (!request || keeping.resumed) return;
  const written = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  keeping.request = { ...request, context: { ...request.context, [KEY]: written } };
};

/** The trace in which a turn began that goes on now. */
export const keptTrace = ({ keeping }: ChatTurn): SpanContext | undefined => {
  const [, traceId, spanId, flags] = WRITTEN.exec(String(keeping?.resumed?.request.context[KEY] ?? '')) ?? [];
  return traceId && spanId && flags
    ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    : undefined;
};
