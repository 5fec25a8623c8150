import assert from 'node:assert/strict';
import { LiveTurnException, type LiveTurnProblem, type OpenedTurn, type TurnLog } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';

/** Returns the data with which a turn of Ada, of the tenant acme, is opened in the conversation c-1. */
export const opened = (changes: Partial<OpenedTurn> = {}): OpenedTurn => ({
  tenant: 'acme',
  conversation: 'c-1',
  requester: 'ada',
  attempt: 0,
  onAbort: () => {},
  ...changes,
});

/** Parts of a text, one for each delta. */
export const texts = (...deltas: readonly string[]): readonly StreamPart[] =>
  deltas.map((delta) => ({ type: 'text-delta', id: '0', delta, round: 0 }));

/** Reads a turn to its end. */
export const partsOf = async (log: TurnLog, run: string, from = 0): Promise<readonly StreamPart[]> => {
  const all: StreamPart[] = [];
  for await (const parts of log.read(run, from)) all.push(...parts);
  return all;
};

/** Asserts that work rejects with a `LiveTurnException` of a problem. */
export const assertProblem = (work: () => unknown, problem: LiveTurnProblem): Promise<void> =>
  assert.rejects(
    async () => work(),
    (error) => error instanceof LiveTurnException && error.problem === problem,
  );
