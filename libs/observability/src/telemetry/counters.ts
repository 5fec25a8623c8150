import type { Counter, Meter } from '@opentelemetry/api';

/** The counters. */
export interface Counters {
  readonly approvalEvents: Counter;
}

/** Creates the counters. */
export const countersOf = (meter: Meter): Counters => ({
  approvalEvents: meter.createCounter('toolgate.tool.approval.events', {
    description: 'Changes of the status of approvals.',
    unit: '{event}',
  }),
});
