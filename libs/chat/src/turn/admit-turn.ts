import { isPromiseLike } from '#core';
import type { ChatTurn } from '../contract/chat-turn.js';
import type { TurnPersistence } from '../contract/turn-persistence.js';
import { DEFAULT_TENANT } from '../contract/conversation-key.js';

/**
 * Resolves the tenant of a turn and checks that its conversation accepts a message, before anything is read or sent.
 * Returns undefined if there is nothing to wait for.
 */
export const admitTurn = (turn: ChatTurn, persistence: TurnPersistence | undefined): Promise<void> | undefined => {
  // A resumed turn has the tenant of its run, and was admitted when it began.
  if (turn.durable?.resumed) return undefined;
  const tenant = persistence?.tenantOf(turn.context) ?? DEFAULT_TENANT;
  if (isPromiseLike(tenant)) return admitLater(turn, tenant, persistence);
  turn.tenant = tenant;
  return admit(turn, tenant, persistence);
};

const admitLater = async (
  turn: ChatTurn,
  tenant: Promise<string>,
  persistence: TurnPersistence | undefined,
): Promise<void> => {
  try {
    turn.tenant = await tenant;
  } catch (error) {
    // Outside of a conversation, nothing is read or stored by tenant unless the turn has to wait; suspending fails
    // then.
    if (turn.context.conversation !== undefined) throw error;
    return;
  }
  await admit(turn, turn.tenant, persistence);
};

const admit = (
  { durable, context: { conversation } }: ChatTurn,
  tenant: string,
  persistence: TurnPersistence | undefined,
): Promise<void> | undefined =>
  durable && conversation !== undefined ? persistence?.admit({ tenant, conversation }) : undefined;
