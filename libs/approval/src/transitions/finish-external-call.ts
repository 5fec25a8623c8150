import type { ToolCallResult } from 'toolgate/tool';
import { externalProblem } from '../errors/external-call.errors.js';
import { hashOf } from '../records/canonical-json.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredSlot } from '../records/stored-run.js';
import { endCall } from './batch.js';
import { externalCallOf } from './claim-external-call.js';
import type { Draft } from './draft.js';
import { outputOf } from './results.js';

/** The outcome of a claimed call, and the token of its claim. */
interface FinishedCall {
  readonly token: string;
  readonly answer: ToolCallResult;
}

/**
 * Saves the outcome of a claimed call, even after its lease is over, until another token has claimed it or a person has
 * reported the outcome. Repeating the same outcome changes nothing. Throws `ExternalCallException` for a different
 * outcome.
 */
export const finishExternalCall = (draft: Draft, id: string, { token, answer }: FinishedCall): StoredApproval => {
  const { approval, slot } = externalCallOf(draft, id);
  if (slot.token !== token) {
    throw externalProblem('not-claimed', id, 'is not claimed with this token. Claim it before it runs.');
  }
  const { state } = slot;
  if (state === 'started' || state === 'unknown') endCall(draft, slot, answer);
  else if (!isSame(slot, answer)) {
    throw externalProblem('finished', id, `has another outcome already: it is ${approval.status}. Read it again.`);
  }
  return draft.approvals.get(id)!;
};

const isSame = ({ result }: StoredSlot, answer: ToolCallResult): boolean =>
  result !== undefined && hashOf(comparable(result)) === hashOf(comparable(answer));

// The same text is stored as text if a person reports it, and arrives as JSON from the claimer.
const comparable = ({ output, outcome }: ToolCallResult): ToolCallResult => ({
  output: output.type === 'json' ? outputOf(output.value) : output,
  outcome,
});
