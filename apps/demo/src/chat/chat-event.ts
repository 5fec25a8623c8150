import type { StreamPart, TurnOutcome } from 'toolgate';
import type { SuspendedRun } from 'toolgate/tool';

/** The outcome of a message: an answer, or a turn that waits for a person. */
export type ChatOutcome =
  | { readonly status: 'completed'; readonly content: string }
  | ({ readonly status: 'suspended' } & SuspendedRun);

/** An event for a customer during a turn, and at its end. */
export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly tool: string; readonly outcome: string }
  | ({ readonly type: 'outcome' } & ChatOutcome);

/** Converts a part of a turn to an event; undefined for parts that only programs need. */
export const chatEventsOf = (part: StreamPart): readonly ChatEvent[] => {
  if (part.type === 'text-delta' && part.delta) return [{ type: 'text', text: part.delta }];
  if (part.type === 'tool-result') return [{ type: 'tool', tool: part.toolName, outcome: part.outcome.type }];
  return [];
};

/** Converts the end of a turn to an event. */
export const outcomeEventOf = (outcome: TurnOutcome): ChatEvent => {
  if (outcome.status === 'completed') return { type: 'outcome', status: 'completed', content: outcome.content };
  const { status, runId, approvals } = outcome;
  return { type: 'outcome', status, runId, approvals };
};
