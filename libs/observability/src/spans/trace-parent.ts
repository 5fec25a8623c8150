import type { SpanContext } from '@opentelemetry/api';
import { TRACE_PARENT } from '#chat';
import type { ChatTurn } from 'toolgate/chat';

const WRITTEN = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Saves the trace with the turn, so that a later resumption is linked to it and sampled like it. */
export const saveTrace = (turn: ChatTurn, trace: SpanContext | undefined): void => {
  if (!turn.durable || !trace) return;
  TRACE_PARENT.set(turn, writeTrace(trace));
};

/** Returns a trace as it is saved. */
export const writeTrace = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Returns the trace in which a resumed turn was suspended. */
export const savedTrace = ({ durable }: ChatTurn): SpanContext | undefined =>
  readTrace(durable?.resumed?.request.traceParent);

/** Parses a saved trace. */
export const readTrace = (written = ''): SpanContext | undefined => {
  const [, traceId, spanId, flags] = WRITTEN.exec(written) ?? [];
  return traceId && spanId && flags
    ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    : undefined;
};
