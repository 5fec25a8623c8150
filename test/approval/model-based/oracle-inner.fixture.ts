import type { RunOracle } from './oracle.fixture.js';
import { type OracleCall, type OracleClaim, Refused } from './oracle-records.fixture.js';

/** The run around a run, and whether its call has received the outcome. */
export interface OracleParent {
  readonly outer: string;
  isAnswered: boolean;
}

const isWaiting = ({ state }: OracleCall): boolean => state === 'waiting';

/** Whether a call of a run waits for a run inside it. */
export const waitsInside = ({ calls }: RunOracle): boolean => calls.some(isWaiting);

/** Whether a run has ended, and the call around it has not received the outcome. */
export const owesOuter = (oracle: RunOracle): boolean => oracle.isEnded() && oracle.parent?.isAnswered === false;

/** Whether a run was canceled, and a run inside it has not received the cancellation. */
export const owesInner = ({ isCanceling, calls }: RunOracle): boolean =>
  isCanceling && calls.some((call) => isWaiting(call) && !call.isInnerCanceled);

/** A worker finds that a started call waits for a run inside it. The other calls of the batch have their results. */
export const waitForInner = (oracle: RunOracle, claim: OracleClaim, inner: ReadonlyMap<number, string>): void => {
  if (!oracle.isHeldBy(claim) || oracle.isEnded()) throw new Refused('lost');
  const isOther = (index: number): boolean => !inner.has(index);
  const isOpen = oracle.calls.some(
    ({ state }, index) => isOther(index) && (state === 'started' || state === 'unknown'),
  );
  if (isOpen) throw new Refused('run-conflict');
  for (const [index, id] of inner) Object.assign(oracle.calls[index]!, { state: 'waiting', inner: id });
  oracle.status = 'suspended';
  oracle.holder = undefined;
  oracle.settledAt = undefined;
  oracle.retriedAt = undefined;
  oracle.failures = 0;
  oracle.attempts = 0;
  for (const question of oracle.questions) if (question.status === 'APPROVED') question.lapsesAt = undefined;
};

/** The run inside a call has ended. */
export const answerFromInner = (oracle: RunOracle, inner: string, result: 'success' | 'error'): void => {
  const call = oracle.calls.find((one) => isWaiting(one) && one.inner === inner);
  if (!call) return;
  call.state = 'done';
  call.result = result;
  if (call.question?.status === 'EXECUTING') call.question.status = result === 'success' ? 'SUCCEEDED' : 'FAILED';
  oracle.endIfCanceled();
  oracle.settle();
};

/** The call around a run has received its outcome. */
export const markOuter = (oracle: RunOracle): void => {
  if (!oracle.parent || !owesOuter(oracle)) return;
  oracle.parent.isAnswered = true;
  oracle.retryAt = undefined;
};

/** The run inside a call has received the cancellation. */
export const markInner = (oracle: RunOracle, inner: string): void => {
  const call = oracle.calls.find((one) => isWaiting(one) && one.inner === inner);
  if (call) call.isInnerCanceled = true;
};
