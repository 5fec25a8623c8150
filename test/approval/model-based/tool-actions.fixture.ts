import { applyToolChange, askBatchAgain } from '../../../libs/approval/src/transitions/ask-again.js';
import { callOf } from './batches.fixture.js';
import { type OracleQuestion, TICKS } from './oracle-records.fixture.js';
import { askAgain, askedAgain, changeTool } from './oracle-tools.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import type { Step } from './steps.fixture.js';
import type { Action, Session, Tried } from './world.fixture.js';

const REVOKED = {
  output: { type: 'text', text: 'Not any more.' },
  outcome: { type: 'denied', decision: 'revoke', reason: 'not any more' },
} as const;

/** The call of a question in a process with another definition, with the arguments as they are now. */
const changedCall = ({ plans }: Tried, { round, index, args, requirement }: OracleQuestion, tool: number) => {
  const plan = { ...plans[round]![index]!, amount: Number(args.replace('amount ', '')), requirement };
  const { prepared, question } = callOf(plan, index, round, tool);
  return { prepared: prepared!, question: question!, changed: ['description'] as const };
};

/** A worker asks again about the approved calls of a batch, because its process has another definition. */
export const askingAgain = ({ run, claim }: Session, wished: number): Action | undefined => {
  const { oracle } = run;
  const tool = claim.tool ?? wished;
  const asked = askedAgain(oracle, tool);
  if (oracle.isHeldBy(claim) && (asked.length === 0 || oracle.isEnded())) return undefined;
  const calls = asked.map(({ question }) => changedCall(run, question!, tool));
  const answered = oracle.calls.flatMap((call, index) =>
    call.state === 'ready' && call.definition !== tool && !asked.includes(call)
      ? [
          {
            index,
            result: {
              type: 'tool-result',
              toolCallId: `call-${oracle.round}-${index}`,
              toolName: 'refund',
              ...REVOKED,
            } as const,
          },
        ]
      : [],
  );
  return {
    run,
    real: (draft) => void askBatchAgain(draft, claim, { calls, answered, expiresInMs: TICKS.expiry }),
    model: (oracle) => askAgain(oracle, claim, tool),
  };
};

/** A person votes in a process with another definition. */
export const changingTool = (
  run: Tried,
  { pick, tool, fits, isStale }: Extract<Step, { type: 'change-tool' }>,
): Action | undefined => {
  const { oracle, state } = run;
  const question = pickOf(
    oracle.pending().filter(({ isOfTool }) => !isOfTool),
    pick,
  );
  const definition = question && oracle.calls[question.index]!.definition;
  if (!question || definition === tool || question.replaced.includes(tool)) return undefined;
  const { id, definitionHash } = state.approvals.find(
    ({ round, index }) => round === question.round && index === question.index,
  )!;
  const revision = question.revision - (isStale ? 1 : 0);
  const checked = { definitionHash, revision, expiresInMs: TICKS.expiry };
  return {
    run,
    real: (draft) =>
      void applyToolChange(
        draft,
        id,
        fits
          ? { ...checked, type: 'ask', call: changedCall(run, question, tool) }
          : { ...checked, type: 'answer', result: REVOKED },
      ),
    model: (oracle) => changeTool(oracle, question, { tool, revision, fits }),
  };
};
