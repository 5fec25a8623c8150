import {
  InnerRunPendingException,
  type InnerRunPermit,
  ToolApprovalPendingException,
  type ToolBody,
  type ToolCallingManager,
  type ToolExecutionResult,
} from 'toolgate/tool';
import type { AdvisorChain } from '../contract/advisor.js';
import type { ChatTurn, DurableTurn } from '../contract/chat-turn.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { toChangedOptions, toSavedOptions, toSavedRequest } from './saved-request.js';
import { type Loop, spentOf, usageOfTurn } from './loop-state.js';
import { addedContext, contextAfter } from './round-context.js';
import type { PartQueue } from '../stream/part-queue.js';
import type { LoopState, Suspension } from '../contract/turn-persistence.js';
import { partsOfSuspension, suspendedRunOf } from './suspension-parts.js';

/** A round whose answer calls tools, with its loop and chain. */
export interface CallingRound {
  readonly loop: Loop;
  readonly request: ChatClientRequest;
  readonly response: ChatClientResponse;
  readonly chain: AdvisorChain;
  readonly parts: PartQueue | undefined;
}

/** Returns the checkpoint of a loop at an answer, as plain JSON. */
export const loopStateOf = async (
  { loop, request, response }: CallingRound,
  manager: ToolCallingManager,
): Promise<LoopState> => {
  const { chatResponse, sent = request.options } = response;
  const { history, start, round, spent } = loop;
  const { turn } = request;
  const { exchanges = [] } = turn;
  const context = addedContext(loop.began.context, contextAfter(request, response));
  const next = await toChangedOptions(request, loop.began.options, manager);
  return {
    history,
    start,
    round,
    response: chatResponse,
    ...(await toSavedOptions(sent, turn, manager)),
    // After the wait, advisors around the loop no longer know the usage of earlier loops.
    usage: usageOfTurn(loop) ?? chatResponse.usage,
    exchanges,
    ...(spent && { spent: spentOf(spent) }),
    ...(context && { context }),
    ...(next && { next }),
  };
};

/**
 * Saves a turn whose calls wait for approval, reports the suspension to its reader, and ends the turn by throwing
 * through its whole chain.
 */
export const suspendTurn = async (
  calling: CallingRound,
  { calls, batch }: Extract<ToolExecutionResult, { type: 'pending' }>,
  manager: ToolCallingManager,
): Promise<never> => {
  const { request, parts } = calling;
  const { turn } = request;
  const { durable, abort } = turn;
  if (!durable) throw new ToolApprovalPendingException(calls);
  const { inside, body } = durable;
  if (inside) throw await suspendInside(calling, batch, { durable, inside, manager });
  if (body) throw refuse(body, turn, calls);
  const suspension = await suspensionOf(calling, batch, { durable, manager });
  abort?.throwIfAborted();
  const suspending = durable.persistence
    .suspend(suspension)
    .then((suspended) => {
      const pending = new ToolApprovalPendingException(calls, suspendedRunOf(suspended));
      durable.suspended = pending;
      if (parts) partsOfSuspension(suspended).forEach((part) => parts.push(part));
      return pending;
    })
    .finally(() => {
      durable.suspending = undefined;
    });
  durable.suspending = suspending;
  throw await suspending;
};

/** A turn inside a call, and the permit of that call. */
interface Inside {
  readonly durable: DurableTurn;
  readonly inside: InnerRunPermit;
  readonly manager: ToolCallingManager;
}

type Pending = Extract<ToolExecutionResult, { type: 'pending' }>;

/** Prepares the run of a turn inside a call, and ends the turn. The turn of the call is saved together with it. */
const suspendInside = async (
  calling: CallingRound,
  batch: Pending['batch'],
  { durable, inside, manager }: Inside,
): Promise<InnerRunPendingException> => {
  const { turn } = calling.request;
  const run = await durable.home.suspendInside(await suspensionOf(calling, batch, { durable, manager }));
  turn.abort?.throwIfAborted();
  // The call has ended without this turn, or another turn inside it waits.
  if (!inside.isOpen) throw refuse(durable.body!, turn, batch);
  inside.wait(run);
  const pending = new InnerRunPendingException(turn.context.outer!.call!.toolName, run.runId);
  durable.suspended = pending;
  return pending;
};

const suspensionOf = async (
  calling: CallingRound,
  batch: Pending['batch'],
  { durable, manager }: Omit<Inside, 'inside'>,
): Promise<Suspension> => {
  const { request, response, chain } = calling;
  const { turn } = request;
  const saved = await toSavedRequest(turn, durable, chain, manager);
  const loop = await loopStateOf(calling, manager);
  const asked = durable.request?.options ?? request.options;
  const { sent = request.options } = response;
  const all = [asked, request.options, sent];
  const sets = await Promise.all(all.map((options) => manager.resolveTools?.(options, turn.context)));
  const offered = sets.flatMap((set) => [...(set?.callbacks.values() ?? [])]);
  return { turn, request: saved, loop, batch, offered };
};

const refuse = (body: ToolBody, { context }: ChatTurn, calls: readonly Pick<Pending['batch'][number], 'call'>[]) =>
  body.refuse(
    calls.map(({ call }) => call.toolName),
    context.outer ? 'agent' : 'turn',
  );
