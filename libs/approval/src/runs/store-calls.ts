import { setTimeout as delay } from 'node:timers/promises';
import { RunEndedException } from 'toolgate/chat';
import {
  ApprovalDecisionException,
  RunConflictException,
  RunContentRemovedException,
  RunLostException,
  RunNotFoundException,
  RunOperationException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { Draft } from '../transitions/draft.js';
import type { RunTimes } from '../transitions/pass-time.js';
import { transition } from '../transitions/transition.js';

/** The exceptions that state why a run or an approval does not allow an operation. Nothing was written. */
export const REFUSALS = [
  ApprovalDecisionException,
  RunConflictException,
  RunContentRemovedException,
  RunEndedException,
  RunLostException,
  RunNotFoundException,
  RunOperationException,
  RunSchemaException,
  RunUnreadableException,
] as const;

// After any other error it is unknown what was written.
const isRefusal = (error: unknown): boolean => REFUSALS.some((type) => error instanceof type);

/** Changes a run. Throws `RunNotFoundException` if it does not exist. */
export const changeRun = async <T>(
  store: ApprovalStore,
  run: string,
  times: RunTimes,
  act: (draft: Draft) => T,
): Promise<T> => {
  let found = false;
  const result = await store.change(
    run,
    transition(times, (draft) => {
      found = true;
      return act(draft);
    }),
  );
  if (!found) throw new RunNotFoundException(run);
  return result as T;
};

const PAUSES_MS = [50, 200, 1000, 3000];
/** The pause between the attempts of an operation that waits for the store. */
const WAITING_MS = 1000;

/**
 * Repeats an operation if the store fails. The operation may succeed twice, so a repetition must change nothing.
 * @param mayWait whether to wait longer for a store that is unavailable. @default never
 */
export const withRetries = async <T>(act: () => Promise<T>, mayWait = (): boolean => false): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      if (isRefusal(error)) throw error;
      const waits = error instanceof StoreUnavailableException && mayWait();
      if (attempt >= PAUSES_MS.length && !waits) throw error;
    }
    await delay(PAUSES_MS[attempt] ?? WAITING_MS);
  }
};
