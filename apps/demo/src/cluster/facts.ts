import type { Order } from '../orders/order.js';
import { euros } from '../orders/euros.js';
import type { Postgres } from './postgres.js';
import { managerAt, type StoryOutcome } from './story.js';

/** A sentence about the outcome, which is true if the number that was found is the expected one. */
export interface Fact {
  readonly text: string;
  readonly found: number;
  readonly expected: number;
}

/** Reads the outcome of the story: the run from the front door, and the effects from the ledger in the database. */
export const factsOf = async (
  { runId, killed, answered }: StoryOutcome,
  postgres: Postgres,
): Promise<readonly Fact[]> => {
  const { runs } = managerAt(answered);
  const [{ slots }, events] = await Promise.all([runs.get(runId), runs.events(runId)]);
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  const entries = await ledgerOf(postgres);
  return [
    {
      text: `Workers resumed the turn 2 times, because ${killed.name} was killed.`,
      found: count('RESUMED'),
      expected: 2,
    },
    {
      text: 'The refund started 2 times, with the same idempotency key.',
      found: slots[0]?.attempt ?? 0,
      expected: 2,
    },
    { text: `The ledger has one entry: ${entries.join(', ')}.`, found: entries.length, expected: 1 },
    { text: `The turn ended once, on ${answered.name}.`, found: count('COMPLETED'), expected: 1 },
  ];
};

const ledgerOf = async (postgres: Postgres): Promise<readonly string[]> => {
  const rows = await postgres.query('select result from desk_effects');
  const orders = rows.map(({ result }): Order => JSON.parse(String(result)));
  return orders.map(({ number, refunded }) => `${euros(refunded)} of order ${number}`);
};
