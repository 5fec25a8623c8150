import assert from 'node:assert/strict';
import { type OracleCall, type OracleClaim, type OracleQuestion, Refused, TICKS } from './oracle-records.fixture.js';
import type { RunOracle } from './oracle.fixture.js';

const NEVER_RUN = ['REJECTED', 'RESPONDED', 'EXPIRED', 'CANCELLED', 'LAPSED', 'REVOKED'];

/** Whether a process with a definition of the tool leaves a run to others. */
export const leaves = ({ calls, settledAt = -Infinity, now }: RunOracle, tool: number): boolean =>
  calls.some(({ state, question, definition }) => {
    if (state === 'done' || definition === tool || (question && NEVER_RUN.includes(question.status))) return false;
    return question?.replaced.includes(tool) === true || settledAt + TICKS.grace > now;
  });

/** The calls that a person is asked about again, because the definition is another one. */
export const askedAgain = ({ calls }: RunOracle, tool: number): readonly OracleCall[] =>
  calls.filter(({ state, question, definition }) => {
    if (state !== 'ready' || definition === tool || question?.status !== 'APPROVED') return false;
    return !question.isOfTool || question.needsApprover;
  });

/** A worker with another definition asks again about approved calls. */
export const askAgain = (oracle: RunOracle, claim: OracleClaim, tool: number): void => {
  if (!oracle.isHeldBy(claim) || oracle.isEnded()) throw new Refused('lost');
  if (oracle.calls.some(({ state }) => state === 'started')) throw new Refused('run-conflict');
  const asked = askedAgain(oracle, tool);
  const others = oracle.calls.filter((call) => call.definition !== tool && call.state === 'ready');
  oracle.revoke(
    claim,
    others.filter((call) => !asked.includes(call)).map((call) => oracle.calls.indexOf(call)),
  );
  oracle.status = 'suspended';
  oracle.holder = undefined;
  oracle.settledAt = undefined;
  oracle.retriedAt = undefined;
  oracle.failures = 0;
  oracle.attempts = 0;
  for (const call of asked) {
    const { replaced } = call.question!;
    assert(claim.tool === undefined || !replaced.includes(tool), 'a replaced definition asks again');
    replace(oracle, call, tool);
  }
  for (const { question } of oracle.calls) if (question?.status === 'APPROVED') question.lapsesAt = undefined;
};

/** A process with another definition checks a pending call at a vote. */
export const changeTool = (
  oracle: RunOracle,
  question: OracleQuestion,
  { tool, revision, fits }: { readonly tool: number; readonly revision: number; readonly fits: boolean },
): void => {
  if (question.status !== 'PENDING' || question.revision !== revision) return;
  const call = oracle.calls[question.index]!;
  if (fits) return replace(oracle, call, tool);
  question.status = 'REVOKED';
  call.state = 'done';
  call.result = 'revoke';
  oracle.settle();
};

const replace = ({ now }: RunOracle, call: OracleCall, tool: number): void => {
  const question = call.question!;
  question.replaced.push(call.definition);
  question.revision++;
  question.status = 'PENDING';
  question.voters = [];
  question.waitsForRequester = question.isOfTool;
  question.answer = undefined;
  question.lapsesAt = undefined;
  question.expiresAt = now + (question.requirement.expiresInMs ?? TICKS.expiry);
  call.definition = tool;
  call.answer = undefined;
};
