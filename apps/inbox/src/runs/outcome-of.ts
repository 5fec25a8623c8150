import type { JsonBody, KnownCallBody } from 'toolgate/http/client';
import { parseExactJson } from '../present/exact-json.js';
import type { EditProblem } from '../present/edit-result.js';

/** What a person reports about a call, as it is typed. */
export interface TypedOutcome {
  readonly type: KnownCallBody['outcome']['type'];
  readonly resultAs: 'text' | 'json';
  readonly result: string;
  readonly message: string;
}

/** The outcomes that a person can report. */
export const OUTCOME_TYPES = ['succeeded', 'failed', 'abandoned'] as const;

/** Why what was typed is no outcome. */
export const outcomeProblem = ({ type, resultAs, result, message }: TypedOutcome): EditProblem | undefined => {
  if (type === 'failed') return message.trim() === '' ? 'empty' : undefined;
  const parsed = type === 'succeeded' && resultAs === 'json' ? parseExactJson(result) : undefined;
  return parsed && !parsed.ok ? parsed.problem : undefined;
};

/** Returns the outcome that the door accepts. */
export const outcomeOf = ({ type, resultAs, result, message }: TypedOutcome): KnownCallBody['outcome'] => {
  switch (type) {
    case 'succeeded':
      return { type, value: resultAs === 'json' ? (JSON.parse(result) as JsonBody) : result };
    case 'failed':
      return { type, message: message.trim() };
    default:
      return { type };
  }
};
