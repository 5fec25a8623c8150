import type { Histogram, Meter } from '@opentelemetry/api';

/** The histograms. */
export type Instruments = Readonly<ReturnType<typeof instrumentsOf>>;

/** The counters. */
export type Counters = Readonly<ReturnType<typeof countersOf>>;

const doubledFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Number((first * 2 ** index).toFixed(3)));

/** From 10 ms to 82 s. */
const CALL_SECONDS = doubledFrom(0.01, 14);

/** From 1 ms to 8 s. */
const STORE_SECONDS = doubledFrom(0.001, 14);

/** From 1 ms to 524 s, because a strategy may ask a model, or wait for an approval service. */
const DECISION_SECONDS = doubledFrom(0.001, 20);

/** From 100 ms to 410 s. */
const TURN_SECONDS = doubledFrom(0.1, 13);

/** From a second to a month, because people may take that long. */
const WAIT_SECONDS = [
  1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400, 172_800, 604_800, 2_592_000,
];

/** From 1 to 67 million. */
const TOKENS = Array.from({ length: 14 }, (_, index) => 4 ** index);

/** Creates the histograms, with the buckets that the conventions recommend. */
export const instrumentsOf = (meter: Meter) => {
  const seconds = (name: string, description: string, explicitBucketBoundaries = CALL_SECONDS): Histogram =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } });
  return {
    chatDuration: seconds('gen_ai.client.operation.duration', 'How long a model took to answer.'),
    firstChunk: seconds('gen_ai.client.operation.time_to_first_chunk', 'How long a model took to begin a stream.'),
    toolDuration: seconds('gen_ai.execute_tool.duration', 'How long a tool ran.'),
    agentDuration: seconds('gen_ai.invoke_agent.duration', 'How long a turn took, with its tools.', TURN_SECONDS),
    tokens: meter.createHistogram('gen_ai.client.token.usage', {
      description: 'What an answer cost.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: TOKENS },
    }),
    advisorDuration: seconds('toolgate.advisor.duration', 'How long an advisor took, with all that is inside it.'),
    memoryDuration: seconds('toolgate.memory.duration', 'How long a memory took.', STORE_SECONDS),
    approvalDuration: seconds('toolgate.tool.approval.duration', 'How long a decision took.', DECISION_SECONDS),
    approvalWait: seconds('toolgate.tool.approval.wait', 'How long an approval waited for a person.', WAIT_SECONDS),
    toolSearchDuration: seconds('toolgate.tool_search.duration', 'How long a tool index took.', STORE_SECONDS),
  };
};

/** Creates the counters. */
export const countersOf = (meter: Meter) => ({
  approvalEvents: meter.createCounter('toolgate.tool.approval.events', {
    description: 'Changes of the status of approvals.',
    unit: '{event}',
  }),
});
