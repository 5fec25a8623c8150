import type { AdvisorChain, LastTurn } from '../contract/advisor.js';
import { MemoryAdvisor } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ConversationKey } from '../contract/conversation-key.js';
import { ChatClientException, RegenerateException } from '../errors/chat.errors.js';
import { resolveTenant } from './admit-turn.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';

/**
 * Returns the last turn of the conversation of a prompt that is not started. Rejects while a run of the conversation is
 * not finished.
 */
export const lastTurnFor = async (
  { turn }: ChatClientRequest,
  { persistence }: ChatClientRuntime,
  chain: AdvisorChain | Promise<AdvisorChain>,
): Promise<LastTurn | undefined> => {
  turn.tenant = await resolveTenant(turn, persistence);
  const { conversation } = turn.context;
  if (conversation !== undefined) await persistence?.assertIdle({ tenant: turn.tenant, conversation });
  return lastTurnIn(await chain, turn);
};

/**
 * Returns the request of a turn that regenerates another one, with the question of that turn. Throws
 * `RegenerateException` if that turn is not the last one.
 */
export const withLastQuestion = async (request: ChatClientRequest, chain: AdvisorChain): Promise<ChatClientRequest> => {
  const { turn, messages } = request;
  const { turn: named } = turn.regenerates ?? {};
  const last = await lastTurnIn(chain, turn);
  const question = last?.messages.filter(({ role }) => role === 'user') ?? [];
  if (!last || question.length === 0 || (named !== undefined && named !== last.id))
    throw new RegenerateException(named);
  if (last.isAnswered ?? true) turn.replaces = last.id;
  const asked = { ...request, messages: [...messages, ...question] };
  if (turn.durable) turn.durable.request = asked;
  return asked;
};

const lastTurnIn = async (
  chain: AdvisorChain,
  { context, tenant, client }: ChatClientRequest['turn'],
): Promise<LastTurn | undefined> => {
  const memories = chain.advisors
    .filter((advisor) => advisor instanceof MemoryAdvisor)
    .filter((memory) => memory.lastTurn);
  if (memories.length === 0) {
    throw new ChatClientException(
      `The client "${client}" has no memory that returns the last turn of a conversation. Set forRoot({ memory: true }), or add a MessageChatMemoryAdvisor.`,
    );
  }
  const key = keyOf(context.conversation, tenant);
  for (const memory of memories) {
    const last = await memory.lastTurn?.(key, chain);
    if (last) return last;
  }
  return undefined;
};

const keyOf = (conversation: string | undefined, tenant: string | undefined): ConversationKey => {
  if (conversation !== undefined && tenant !== undefined) return { tenant, conversation };
  throw new ChatClientException('The prompt belongs to no conversation. Add .conversation(id) to it.');
};
