import type { CheckpointStep, RunCheckpoint } from '../records/stored-run.js';
import { RunUnreadableException } from '../errors/approval.errors.js';

/**
 * Returns a checkpoint with its steps applied, for a store that reads both. Throws `RunUnreadableException` if a step
 * is missing or damaged.
 */
export const checkpointWith = (run: string, whole: RunCheckpoint, steps: readonly CheckpointStep[]): RunCheckpoint => {
  const { steps: _, ...checkpoint } = whole;
  const last = steps.at(-1);
  if (!last) return checkpoint;
  assertMessages(run, 'its checkpoint', whole.loop);
  assertSteps(run, steps);
  const traceParent = steps.findLast((step) => step.traceParent !== undefined)?.traceParent;
  return {
    schema: last.schema,
    request: { ...whole.request, ...(traceParent !== undefined && { traceParent }) },
    loop: {
      ...last.loop,
      history: [...whole.loop.history, ...steps.flatMap(({ history }) => history)],
      exchanges: [...whole.loop.exchanges, ...steps.flatMap(({ exchanges }) => exchanges)],
    },
    ...(last.answer && { answer: last.answer }),
    steps: steps.length,
  };
};

const assertSteps = (run: string, steps: readonly CheckpointStep[]): void => {
  for (const [index, step] of steps.entries()) {
    if (step.step !== index + 1) throw new RunUnreadableException(run, 'a step of its checkpoint is missing');
    assertMessages(run, 'a step of its checkpoint', step);
    if (typeof step.loop !== 'object' || step.loop === null) {
      throw new RunUnreadableException(run, 'a step of its checkpoint has no valid loop');
    }
  }
};

type Messages = Pick<CheckpointStep, 'history' | 'exchanges'>;

const assertMessages = (run: string, what: string, messages: Partial<Messages> | null | undefined): void => {
  if (Array.isArray(messages?.history) && Array.isArray(messages.exchanges)) return;
  throw new RunUnreadableException(run, `${what} has no valid messages`);
};
