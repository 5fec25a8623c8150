import type { PreparedCall } from '../contract/prepared-call.js';
import type { Verdict } from '../contract/verdict.js';
import { ToolGateException } from '../contract/tool.errors.js';
import { type PreparedSlot, setTextResult } from './slot.js';

/** A decided batch: the calls that may run, and the calls that wait for a person. */
export interface Decided {
  readonly runnable: readonly PreparedSlot[];
  readonly pending: readonly PreparedCall[];
}

/** Gives rejected calls their result and returns the others. Throws `ToolGateException` for an invalid verdict; no call has run. */
export const applyVerdicts = (slots: readonly PreparedSlot[], verdicts: readonly Verdict[]): Decided => {
  if (!Array.isArray(verdicts) || verdicts.length !== slots.length) {
    throw new ToolGateException(`The gate must return ${slots.length} verdicts, one for each call, in order.`);
  }
  if (slots.every((slot, index) => mayRun(slot, verdicts[index]))) return { runnable: slots, pending: NONE };
  const runnable: PreparedSlot[] = [];
  const pending: PreparedCall[] = [];
  for (const [index, slot] of slots.entries()) {
    const verdict = verdicts[index] as Verdict | undefined;
    if (verdict?.type === 'run') run(slot, verdict, { runnable, pending });
    else if (verdict?.type === 'ask') askPerson(slot, verdict, pending);
    else if (verdict?.type === 'reject' && typeof verdict.reason === 'string') reject(slot, verdict);
    else
      throw new ToolGateException(
        `The gate returned no valid verdict for "${slot.call.toolName}". Return run, reject or ask.`,
      );
  }
  return { runnable, pending };
};

const NONE: readonly PreparedCall[] = [];

const mayRun = ({ prepared: { callback } }: PreparedSlot, verdict: Verdict | undefined): boolean =>
  verdict?.type === 'run' && !callback.clientAnswer && callback.metadata.guard === undefined;

interface Sorted {
  readonly runnable: PreparedSlot[];
  readonly pending: PreparedCall[];
}

const run = (
  slot: PreparedSlot,
  { permitsGuarded }: Extract<Verdict, { type: 'run' }>,
  { runnable, pending }: Sorted,
): void => {
  slot.permitted = permitsGuarded === true;
  const answer = slot.prepared.callback.clientAnswer;
  if (!answer) return void runnable.push(slot);
  const { expiresInMs } = answer;
  slot.question = {
    type: 'ask',
    answeredBy: 'requester',
    ...(expiresInMs !== undefined && { requirement: { expiresInMs } }),
  };
  pending.push(slot.prepared);
};

const askPerson = (
  slot: PreparedSlot,
  question: NonNullable<PreparedSlot['question']>,
  pending: PreparedCall[],
): void => {
  if (slot.prepared.callback.clientAnswer) {
    throw new ToolGateException(
      `The gate asks a person about "${slot.call.toolName}", but a client tool already waits for its requester's answer. Let the strategy approve, reject or abstain, or set requiresApproval: false.`,
    );
  }
  slot.question = question;
  pending.push(slot.prepared);
};

const reject = (slot: PreparedSlot, { reason, metadata }: Extract<Verdict, { type: 'reject' }>): void =>
  void setTextResult(slot, `Tool execution was denied: ${reason}`, {
    type: 'denied',
    // A person had approved the call before: the gate revokes the approval.
    decision: slot.saved?.approved ? 'revoke' : 'reject',
    reason,
    ...(metadata && { metadata }),
  });
