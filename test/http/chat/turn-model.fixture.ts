import * as fc from 'fast-check';
import {
  ENTITY_KIND,
  type Message,
  type StreamPart,
  type SuspendedCall,
  type ToolCallOutcome,
  type ToolResultPart,
} from 'toolgate/model';

/** One stream of a turn: the whole turn, or the parts after a suspension. */
export interface TurnStream {
  readonly parts: readonly StreamPart[];
  readonly end: 'answered' | 'suspended' | 'failed' | 'aborted';
}

/** A turn of any kind: its streams, and its saved messages if it was answered. */
export interface ModelTurn {
  readonly streams: readonly TurnStream[];
  readonly transcript?: readonly Message[];
}

const text = fc.string({ minLength: 1, maxLength: 8 });

const json = fc.dictionary(
  fc.string({ maxLength: 4 }),
  fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean()),
);

const outcomes: fc.Arbitrary<ToolCallOutcome> = fc.constantFrom(
  { type: 'success' },
  { type: 'error', kind: 'execution' },
  { type: 'error', kind: 'malformed-arguments' },
  { type: 'denied', decision: 'reject', reason: 'No.' },
  { type: 'denied', decision: 'expire', reason: 'Too late.', approvalId: 'a1' },
  { type: 'limit', limit: 'total-calls', max: 1 },
  { type: 'responded' },
  { type: 'unknown' },
);

const output = fc.oneof(
  text.map((value) => ({ type: 'text', text: value }) as const),
  json.map((value) => ({ type: 'json', value }) as const),
  text.map((value) => ({ type: 'content', parts: [{ type: 'text', text: value }] }) as const),
);

const call = fc.record({
  id: fc.constantFrom('c1', 'c2', 'c3', 'c4'),
  name: fc.constantFrom('find', 'refund'),
  input: fc.oneof(
    json.map((value) => JSON.stringify(value)),
    fc.constantFrom('', '{', '{"order":'),
  ),
  isStreamed: fc.boolean(),
  progress: fc.integer({ min: 0, max: 2 }),
  outcome: outcomes,
  output,
  order: fc.integer(),
  verdict: fc.constantFrom<SuspendedCall['verdict']>('run', 'reject', 'wait'),
});

type ModelCall = typeof call extends fc.Arbitrary<infer T> ? T : never;

const block = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('text' as const), pieces: fc.array(text, { minLength: 1 }) }) },
  fc.record({ type: fc.constant('reasoning' as const), pieces: fc.array(text, { minLength: 1 }) }),
  fc.record({ type: fc.constant('file' as const), url: fc.webUrl() }),
  fc.record({ type: fc.constant('source' as const), url: fc.webUrl() }),
  fc.record({ type: fc.constant('entity' as const), data: json }),
);

const round = fc.record({
  blocks: fc.array(block, { maxLength: 4 }),
  calls: fc.uniqueArray(call, { maxLength: 3, selector: ({ id }) => id }),
  isSuspended: fc.boolean(),
});

type ModelRound = typeof round extends fc.Arbitrary<infer T> ? T : never;

const blockParts = (blocks: ModelRound['blocks']): readonly StreamPart[] =>
  blocks.flatMap((one, index): readonly StreamPart[] => {
    switch (one.type) {
      case 'text':
      case 'reasoning':
        return one.pieces.map((delta) => ({ type: `${one.type}-delta`, id: String(index), delta }) as const);
      case 'file':
        return [{ type: 'file', mediaType: 'image/png', source: { type: 'url', url: one.url } }];
      case 'entity':
        return [{ type: 'custom', kind: ENTITY_KIND, data: one.data }];
      default:
        return [{ type: 'custom', kind: 'ai-sdk.source', data: { sourceType: 'url', id: `s${index}`, url: one.url } }];
    }
  });

const callParts = ({ id: toolCallId, name: toolName, input, isStreamed }: ModelCall): readonly StreamPart[] => [
  ...(isStreamed
    ? [...input].map((delta) => ({ type: 'tool-input-delta', toolCallId, toolName, delta }) as const)
    : []),
  { type: 'tool-call', toolCallId, toolName, input },
];

const resultOf = ({ id: toolCallId, name: toolName, outcome, output: sent }: ModelCall): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  outcome,
  output: sent,
});

const resultParts = (one: ModelCall): readonly StreamPart[] => {
  const { id: toolCallId, name: toolName, outcome } = one;
  const progress = Array.from({ length: one.progress }, (_, value) => ({
    type: 'tool-progress' as const,
    toolCallId,
    toolName,
    value,
  }));
  const rejected =
    outcome.type === 'denied' ? [{ type: 'tool-rejected', toolCallId, toolName, reason: outcome.reason } as const] : [];
  return [...progress, ...rejected, resultOf(one)];
};

const suspension = (calls: readonly ModelCall[]): readonly StreamPart[] => [
  ...calls
    .filter(({ verdict }) => verdict === 'wait')
    .map(({ id: toolCallId, name: toolName, input }) => ({
      type: 'tool-approval-request' as const,
      runId: 'run',
      approvalId: `a-${toolCallId}`,
      toolCallId,
      toolName,
      arguments: argumentsOf(input),
      revision: 1,
      argsHash: 'hash',
      expiresAt: '2030-01-01T00:00:00.000Z',
    })),
  {
    type: 'suspended',
    runId: 'run',
    batch: calls.map(({ id: toolCallId, name: toolName, verdict }) => ({ toolCallId, toolName, verdict })),
  },
];

const argumentsOf = (input: string) => {
  try {
    return JSON.parse(input || '{}') as Record<string, never>;
  } catch {
    return {};
  }
};

const withRound = (parts: readonly StreamPart[], at: number): readonly StreamPart[] =>
  parts.map((part) => ({ ...part, round: at }));

const FINISH = { type: 'finish', finishReason: { unified: 'stop' }, usage: { outputTokens: 1 } } as const;

// A call that waits has arguments that could be read, and so is shown as the model wrote it.
const isReadable = ({ input }: ModelCall): boolean => !['{', '{"order":'].includes(input);

const transcriptOf = (rounds: readonly ModelRound[]): readonly Message[] =>
  rounds.flatMap(({ blocks, calls }): readonly Message[] => [
    {
      role: 'assistant',
      content: [
        ...blocks.map((one, index) => {
          if (one.type === 'text' || one.type === 'reasoning') return { type: one.type, text: one.pieces.join('') };
          const [part] = blockParts([one]);
          const isSource = one.type === 'source';
          return (isSource ? { ...part, data: { sourceType: 'url', id: `s${index}`, url: one.url } } : part) as never;
        }),
        ...calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input }) as const),
      ],
    },
    ...(calls.length > 0 ? [{ role: 'tool', content: inOrder(calls).map(resultOf) } as const] : []),
  ]);

const inOrder = (calls: readonly ModelCall[]): readonly ModelCall[] => calls.toSorted((a, b) => a.order - b.order);

const turnOf = (rounds: readonly ModelRound[], end: TurnStream['end'], cut: number): ModelTurn => {
  const streams: TurnStream[] = [];
  let parts: StreamPart[] = [];
  rounds.forEach(({ blocks, calls, isSuspended }, at) => {
    parts.push(...withRound([...blockParts(blocks), ...calls.flatMap(callParts), FINISH], at));
    if (isSuspended && calls.length > 0 && calls.every(isReadable)) {
      streams.push({ parts: [...parts, ...withRound(suspension(calls), at)], end: 'suspended' });
      parts = [];
    }
    parts.push(...withRound(inOrder(calls).flatMap(resultParts), at));
  });
  if (end === 'failed' || end === 'aborted') {
    return { streams: [...streams, { parts: parts.slice(0, cut % (parts.length + 1)), end }] };
  }
  return { streams: [...streams, { parts, end: 'answered' }], transcript: transcriptOf(rounds) };
};

/**
 * Returns a turn whose process is lost while it resumes the turn, after some of the last stream's parts: another process
 * resumes it again. Undefined if the turn was never suspended.
 */
export const withLostAttempt = ({ streams }: ModelTurn, cut: number): ModelTurn | undefined => {
  const { parts, end } = streams.at(-1)!;
  const suspended = streams.at(-2)?.parts.at(-1);
  if (!suspended) return undefined;
  const resumed: StreamPart = { type: 'resumed', runId: 'run', round: suspended.round ?? 0 };
  const lost = parts.slice(0, cut % (parts.length + 1));
  return { streams: [...streams.slice(0, -1), { parts: [...lost, resumed, ...parts], end }] };
};

/** Turns of every kind: texts, files, sources, entities, batches, failures, denials, progress, suspensions, failed and aborted ones. */
export const modelTurns: fc.Arbitrary<ModelTurn> = fc
  .tuple(
    fc.array(round, { minLength: 1, maxLength: 4 }),
    fc.constantFrom<TurnStream['end']>('answered', 'answered', 'failed', 'aborted'),
    fc.nat(),
  )
  .map(([rounds, end, cut]) => turnOf(rounds, end, cut));
