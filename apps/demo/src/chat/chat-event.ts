import type { StreamPart, TurnOutcome } from 'toolgate';
import type { SuspendedRun } from 'toolgate/tool';

/** How a message ended: answered, or with a turn that waits for a person. */
export type ChatOutcome =
  { readonly status: 'completed'; readonly content: string } | ({ readonly status: 'suspended' } & SuspendedRun);

/** What a person is told while the desk is at work, and at its end. */
export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly tool: string; readonly outcome: string }
  | ({ readonly type: 'outcome' } & ChatOutcome);

/** One part of a turn as an event for a person; none for what only programs need. */
export const chatEventsOf = (part: StreamPart): readonly ChatEvent[] => {
  if (part.type === 'text-delta' && part.delta) return [{ type: 'text', text: part.delta }];
  if (part.type === 'tool-result') return [{ type: 'tool', tool: part.toolName, outcome: part.outcome.type }];
  return [];
};

/** The end of a turn as an event for a person. */
export const outcomeEventOf = (outcome: TurnOutcome): ChatEvent => {
  if (outcome.status === 'completed') return { type: 'outcome', status: 'completed', content: outcome.content };
  const { status, runId, approvals } = outcome;
  return { type: 'outcome', status, runId, approvals };
};
