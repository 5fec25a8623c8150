import { CONVERSATION_BYTES, delayMs, isAbortSignal, LONGEST_TIMER_MS } from '#core';
import { type NamesOf, unknownName } from '../validation/known-names.js';
import type { GatedCallOptions } from './gated-call.js';
import { GatedCallException } from './gated-call.errors.js';
import { isId, LONGEST_ID } from '../validation/is-id.js';

type InternalName = 'assertMayWait' | 'assertRequester';

const NAMES: NamesOf<Omit<GatedCallOptions, InternalName>> = {
  toolContext: true,
  transient: true,
  conversation: true,
  requestId: true,
  signal: true,
  waitMs: true,
};

const INTERNAL_NAMES: NamesOf<Pick<GatedCallOptions, InternalName>> = { assertMayWait: true, assertRequester: true };

/** Throws `GatedCallException` for an option that is unknown or invalid, which would otherwise be ignored. */
export const checkCallOptions = (options: GatedCallOptions, name: string): void => {
  for (const option in options) {
    if (Object.hasOwn(NAMES, option) || Object.hasOwn(INTERNAL_NAMES, option)) continue;
    throw new GatedCallException(
      `"${name}" was not called: the option ${unknownName({ [option]: true }, NAMES)}. Correct the name.`,
    );
  }
  const { conversation, requestId, signal, waitMs } = options;
  // It may come from an HTTP request, and a store might interpret a list or a record.
  if (conversation !== undefined && !isConversation(conversation))
    throw new GatedCallException(
      `"${name}" was not called: conversation must be a string that is not empty and has at most ${CONVERSATION_BYTES} bytes. Pass the id of the conversation, or leave it out.`,
    );
  if (signal !== undefined && !isAbortSignal(signal))
    throw new GatedCallException(
      `"${name}" was not called: signal must be an AbortSignal, such as controller.signal. Pass one, or leave it out.`,
    );
  if (waitMs !== undefined && !delayMs.fits(waitMs))
    throw new GatedCallException(`"${name}" was not called: waitMs must be a number from 0 to ${LONGEST_TIMER_MS}.`);
  if (requestId !== undefined && !isId(requestId))
    throw new GatedCallException(
      `"${name}" was not called: requestId must be a string of 1 to ${LONGEST_ID} characters. Shorten it, or leave it out.`,
    );
};

const isConversation = (id: unknown): boolean =>
  typeof id === 'string' && id.trim() !== '' && Buffer.byteLength(id) <= CONVERSATION_BYTES;
