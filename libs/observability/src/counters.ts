import type { Counter, Meter } from '@opentelemetry/api';

/** What is counted. */
export interface Counters {
  readonly approvalEvents: Counter;
}

/** Makes the counters. */
export const countersOf = (meter: Meter): Counters => ({
  approvalEvents: meter.createCounter('toolgate.tool.approval.events', {
    description: 'Approvals that were led to a status.',
    unit: '{event}',
  }),
});
