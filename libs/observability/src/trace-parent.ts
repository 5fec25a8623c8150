import type { SpanContext } from '@opentelemetry/api';
import type { ChatTurn } from 'toolgate/chat';

const WRITTEN = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Keeps a trace with the turn, so that what goes on another day is linked to it, and sampled as it is. */
export const keepTrace = ({ keeping }: ChatTurn, trace: SpanContext | undefined): void => {
  if (!keeping || !trace) return;
  const { traceId, spanId, traceFlags } = trace;
  keeping.traceParent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/** The trace in which a turn was suspended that goes on now. */
export const keptTrace = ({ keeping }: ChatTurn): SpanContext | undefined =>
  readTrace(keeping?.resumed?.request.traceParent);

/** A trace that was kept, as it was written. */
export const readTrace = (written = ''): SpanContext | undefined => {
  const [, traceId, spanId, flags] = WRITTEN.exec(written) ?? [];
  return traceId && spanId && flags
    ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    : undefined;
};
