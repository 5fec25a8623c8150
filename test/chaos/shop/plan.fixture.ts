import { Chance } from '../chance.fixture.js';
import { kindOf } from './run-kinds.fixture.js';

/** The tools of the shop. */
export type ShopTool = 'look' | 'pay' | 'mail' | 'charge' | 'ship' | 'agent';

/** One call that the model will make. Its ticket contains turn, round and index, so every effect can be traced back. */
export interface PlannedCall {
  readonly tool: ShopTool;
  /** Repeats in each round, as the ids of some providers do. */
  readonly id: string;
  readonly ticket: string;
  readonly amount: number;
}

/** The requester and the conversation of a turn. The name of the turn contains them. */
export interface TurnName {
  readonly tenant: string;
  readonly conversation: string;
  readonly user: string;
}

const TOOLS: readonly ShopTool[] = ['look', 'pay', 'pay', 'mail', 'charge', 'ship'];
/** The ticket of a call of an agent is the name of the turn inside it. */
const WITH_AGENTS: readonly ShopTool[] = ['agent', 'agent', 'look', 'pay'];
const GATED: readonly ShopTool[] = ['pay', 'pay', 'mail', 'charge', 'ship'];
const AMOUNTS = [10, 20, 30, 60, 150, 900];
const MOST_ROUNDS = 3;
const MOST_CALLS = 3;
/** Fewer, because the turns inside calls have batches too. */
const MOST_WITH_AGENTS = 2;

/** The batches of the model in a turn: a function of its name, so that every process creates the same ones. */
export const planOf = (turn: string): readonly (readonly PlannedCall[])[] => {
  const chance = new Chance(turn);
  switch (kindOf(turn)) {
    case 'turn':
      return batchesOf(turn, chance, { tools: TOOLS, rounds: MOST_ROUNDS, calls: MOST_CALLS });
    case 'agent':
      return batchesOf(turn, chance, { tools: WITH_AGENTS, rounds: MOST_WITH_AGENTS, calls: MOST_WITH_AGENTS });
    default:
      // A call outside of a turn is planned like a turn with one call.
      return [[callOf(turn, chance)]];
  }
};

interface Bounds {
  readonly tools: readonly ShopTool[];
  /** The most batches of a turn, and the most calls of a batch. */
  readonly rounds: number;
  readonly calls: number;
}

const batchesOf = (
  turn: string,
  chance: Chance,
  { tools, rounds, calls }: Bounds,
): readonly (readonly PlannedCall[])[] =>
  Array.from({ length: chance.between(1, rounds) }, (_, round) =>
    Array.from({ length: chance.between(1, calls) }, (_, index) => ({
      tool: chance.pick(tools),
      id: `call-${index}`,
      ticket: `${turn}/${round}/${index}`,
      amount: chance.pick(AMOUNTS) + index,
    })),
  );

const callOf = (turn: string, chance: Chance): PlannedCall => ({
  tool: chance.pick(GATED),
  id: 'call-0',
  ticket: `${turn}/0/0`,
  amount: chance.pick(AMOUNTS),
});

/** Returns the call that the model planned under a ticket; undefined for a ticket that the model did not issue. */
export const plannedCall = (ticket: string): PlannedCall | undefined => {
  const [round, index] = ticket.split('/').slice(-2).map(Number);
  return planOf(turnOfTicket(ticket))[round!]?.[index!];
};

/** Whether a name is the ticket of a call of an agent, and so the name of the turn inside that call. */
export const isInsideCall = (name: string): boolean => plannedCall(name)?.tool === 'agent';

/** `acme/c-1/ann/…`: a unique name. */
export const turnName = ({ tenant, conversation, user }: TurnName, unique: string): string =>
  [tenant, conversation, user, unique].join('/');

export const readTurnName = (turn: string): TurnName => {
  const [tenant, conversation, user] = turn.split('/');
  return { tenant: tenant!, conversation: conversation!, user: user! };
};

/** The turn that a ticket belongs to. */
export const turnOfTicket = (ticket: string): string => ticket.split('/').slice(0, -2).join('/');

/** What a tool returns after its effect. */
export const receiptOf = (tool: string, ticket: string, amount: number): string => `${tool} ${ticket} for ${amount}.`;
