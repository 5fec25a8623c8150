import type { AssistantMessage, Message, Prompt } from 'toolgate/model';
import { textOf, toolCallsOf } from 'toolgate/model';
import { callsTools, ScriptedChatModel, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import type { ShownMessage } from '../ledger/ledger-line.fixture.js';
import { planOf } from './plan.fixture.js';
import type { ShopPlace } from './shop-place.fixture.js';

const MOST_MS = 20;
const MOST_REQUESTS = 100_000;

const ASKS = 'Please do ';

/** The message with which a customer requests a turn. */
export const questionOf = (turn: string): string => `${ASKS}${turn}`;

/** The answer of the model at the end of a turn. */
export const answerOf = (turn: string): string => `Done with ${turn}.`;

/**
 * A model that follows the plan of a turn from the messages alone, in any process; it writes every request to the
 * ledger.
 */
export class ShopModel extends ScriptedChatModel {
  constructor(place: ShopPlace) {
    const answer: ScriptedAnswer = async (prompt: Prompt) => {
      const turn = turnIn(prompt.messages);
      place.ledger.write({ type: 'request', turn, messages: prompt.messages.map(shown) });
      await place.pause(MOST_MS);
      return nextAnswer(turn, prompt.messages);
    };
    super(Array.from({ length: MOST_REQUESTS }, () => answer));
  }
}

const turnOfQuestion = (message: Message): string => textOf(message).replace(ASKS, '');

const turnIn = (messages: readonly Message[]): string =>
  turnOfQuestion(messages.findLast(({ role }) => role === 'user')!);

const nextAnswer = (turn: string, messages: readonly Message[]): string | AssistantMessage => {
  const begin = messages.findLastIndex(({ role }) => role === 'user');
  const round = messages.slice(begin).filter(({ role }) => role === 'assistant').length;
  const batch = planOf(turn)[round];
  if (!batch) return answerOf(turn);
  return callsTools(...batch.map(({ tool, id, ticket, amount }) => toolCall(tool, { ticket, amount }, id)));
};

const shown = (message: Message): ShownMessage => {
  const { role } = message;
  if (role === 'user') return { role, turn: turnOfQuestion(message) };
  if (role === 'assistant')
    return {
      role,
      calls: toolCallsOf(message).map(({ toolCallId: id, input }) => ({ id, ticket: ticketIn(input) })),
    };
  if (role === 'system') return { role };
  return {
    role,
    results: message.content.map(({ toolCallId: id, outcome, output }) => ({
      id,
      outcome: outcome.type,
      text: output.type === 'text' ? output.text : JSON.stringify(output),
    })),
  };
};

const ticketIn = (input: string): string => String((JSON.parse(input) as { ticket: unknown }).ticket);
