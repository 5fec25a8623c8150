import { DEFAULT_TENANT, isPromiseLike } from '#core';
import type { ChatTurn } from '../contract/chat-turn.js';
import type { TurnPersistence, TurnRequester } from '../contract/turn-persistence.js';

/** Resolves the tenant of a turn that is not started. */
export const resolveTenant = async (turn: ChatTurn, persistence: TurnPersistence | undefined): Promise<string> =>
  tenantOf(await persistence?.requesterOf(turn.context));

/**
 * Resolves the tenant of a turn and checks that its conversation accepts a message, before anything is read or sent.
 * Returns undefined if there is nothing to wait for.
 */
export const admitTurn = (turn: ChatTurn, persistence: TurnPersistence | undefined): Promise<void> | undefined => {
  // A resumed turn has the tenant of its run, and was admitted when it began.
  if (turn.durable?.resumed) return undefined;
  const refusal = turn.durable?.body ? undefined : persistence?.refusal?.();
  if (refusal) return Promise.reject(refusal);
  const requester = persistence?.requesterOf(turn.context);
  if (isPromiseLike(requester)) return admitLater(turn, requester, persistence);
  turn.tenant = tenantOf(requester);
  return admit(turn, turn.tenant, persistence);
};

const tenantOf = (requester: TurnRequester | undefined): string => requester?.tenant ?? DEFAULT_TENANT;

const admitLater = async (
  turn: ChatTurn,
  requester: Promise<TurnRequester | undefined>,
  persistence: TurnPersistence | undefined,
): Promise<void> => {
  try {
    turn.tenant = tenantOf(await requester);
  } catch (error) {
    // Outside of a conversation, only a suspended turn needs the tenant: then suspending it fails.
    if (turn.context.conversation !== undefined) throw error;
    return;
  }
  await admit(turn, turn.tenant, persistence);
};

const admit = (
  { durable, regenerates, context: { conversation } }: ChatTurn,
  tenant: string,
  persistence: TurnPersistence | undefined,
): Promise<void> | undefined => {
  if (!durable || conversation === undefined) return undefined;
  // A regenerated turn has no new message, so it must not cancel a run that waits.
  return regenerates ? persistence?.assertIdle({ tenant, conversation }) : persistence?.admit({ tenant, conversation });
};
