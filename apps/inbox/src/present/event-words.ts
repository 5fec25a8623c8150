import type { ApprovalEventBody, ApprovalStatusWord } from 'toolgate/http/client';
import { labelOf } from './field-labels.js';

/** The types of events that have a sentence. */
export type EventType =
  | ApprovalStatusWord
  | 'VOTED'
  | 'VOTE_LOST'
  | 'EDITED'
  | 'ASKED_AGAIN'
  | 'QUESTION_ANSWERED'
  | 'NOTED'
  | 'SUSPENDED'
  | 'SETTLED'
  | 'RESUMED'
  | 'RELEASED'
  | 'PARKED'
  | 'RETRIED'
  | 'LEASE_LOST'
  | 'BATCH'
  | 'STARTED'
  | 'FINISHED'
  | 'RECONCILED'
  | 'ANSWERED'
  | 'COMPLETED'
  | 'CANCELING'
  | 'RUN_FAILED'
  | 'RUN_CANCELLED'
  | 'CLOSED';

/** What a sentence about an event may name. Numbers count from 1. */
export interface EventFacts {
  /** The person who caused it; absent if an expiry or a worker caused it. */
  readonly by: string | undefined;
  readonly voter: string;
  readonly round: number;
  readonly calls: number;
  readonly call: number;
  readonly attempt: number;
}

/** The sentences about events. */
export type EventTexts = { readonly [Type in EventType]: string | ((facts: EventFacts) => string) };

/** How an event is marked: it ended well or badly, it needs attention, a person acted, or it is one step of many. */
export type EventTone = 'good' | 'bad' | 'warn' | 'person' | 'step';

/** An event in words. */
export interface EventSentence {
  readonly at: string;
  readonly type: string;
  readonly tone: EventTone;
  readonly text: string;
  readonly by?: string;
  readonly reason?: string;
  readonly approvalId?: string;
}

const TONES: Readonly<Partial<Record<string, EventTone>>> = {
  APPROVED: 'good',
  SUCCEEDED: 'good',
  COMPLETED: 'good',
  REJECTED: 'bad',
  FAILED: 'bad',
  REVOKED: 'bad',
  RUN_FAILED: 'bad',
  EXPIRED: 'warn',
  LAPSED: 'warn',
  CANCELLED: 'warn',
  RUN_CANCELLED: 'warn',
  CANCELING: 'warn',
  OUTCOME_UNKNOWN: 'warn',
  ABANDONED: 'warn',
  LEASE_LOST: 'warn',
  PARKED: 'warn',
  VOTE_LOST: 'warn',
  ASKED_AGAIN: 'warn',
  RESPONDED: 'person',
  VOTED: 'person',
  EDITED: 'person',
  QUESTION_ANSWERED: 'person',
  NOTED: 'person',
  RETRIED: 'person',
};

/** The outcomes of a call that ended as it should. */
const WELL = ['success', 'responded'];

/** Puts events in words. An event of a type that this page does not know keeps its name. */
export const eventWords = (events: readonly ApprovalEventBody[], texts: EventTexts): readonly EventSentence[] =>
  events.map(({ at, type, by, approvalId, data }, index) => ({
    at,
    type,
    tone: toneOf(type, data?.outcome),
    text: sentence(type, texts, factsOf(by, data)),
    ...(by !== undefined && { by }),
    // The last vote and the decision that follows from it have the same reason.
    ...(data?.reason !== undefined && data.reason !== events[index - 1]?.data?.reason && { reason: data.reason }),
    ...(approvalId !== undefined && { approvalId }),
  }));

const toneOf = (type: string, outcome: string | undefined): EventTone => {
  if (type === 'FINISHED' && outcome !== undefined && !WELL.includes(outcome))
    return outcome === 'unknown' ? 'warn' : 'bad';
  return (Object.hasOwn(TONES, type) ? TONES[type] : undefined) ?? 'step';
};

const factsOf = (by: string | undefined, data: ApprovalEventBody['data'] = {}): EventFacts => ({
  by,
  voter: data.voter ?? '',
  round: (data.round ?? 0) + 1,
  calls: data.calls ?? 0,
  call: (data.index ?? 0) + 1,
  attempt: data.attempt ?? 1,
});

const sentence = (type: string, texts: EventTexts, facts: EventFacts): string => {
  if (!Object.hasOwn(texts, type)) return labelOf(type);
  const text = texts[type as EventType];
  return typeof text === 'string' ? text : text(facts);
};
