import { isPromiseLike } from '#core';
import type { RequesterQuestion } from 'toolgate/model';
import type { ToolExecutionExceptionProcessor } from '../contract/tool-execution-exception.processor.js';
import type { Turn } from '../contract/turn.js';
import type { Decided } from './apply-verdicts.js';
import { failSlot } from './prepare-slots.js';
import { readQuestion } from './read-question.js';
import type { PreparedSlot } from './slot.js';

/** The turn of the questions, and the processor that converts an error of a question for the model. */
interface AskSurroundings {
  readonly turn: Turn;
  readonly exceptionProcessor: ToolExecutionExceptionProcessor;
}

/**
 * Asks the tools of a decided batch for their questions, before any call runs. A call with a question waits for its
 * requester, and for an approver too if the gate asks one. Throws `ToolException` for an invalid question; no call has run.
 */
export const askQuestions = (
  slots: readonly PreparedSlot[],
  decided: Decided,
  surroundings: AskSurroundings,
): Decided | Promise<Decided> => (slots.some(mayAsk) ? askAll(slots, surroundings) : decided);

// The tool of a saved call was asked before the turn was suspended. If the call has a question, its tool has changed.
const mayAsk = ({ prepared: { callback }, saved, question, result }: PreparedSlot): boolean =>
  callback.question !== undefined && !callback.clientAnswer && (!saved || question !== undefined) && !result;

const askAll = async (slots: readonly PreparedSlot[], surroundings: AskSurroundings): Promise<Decided> => {
  await Promise.all(slots.filter(mayAsk).map((slot) => ask(slot, surroundings)));
  const open = slots.filter(({ result }) => !result);
  return {
    runnable: open.filter(({ question }) => !question),
    pending: open.filter(({ question }) => question).map(({ prepared }) => prepared),
  };
};

const ask = async (slot: PreparedSlot, surroundings: AskSurroundings): Promise<void> => {
  const { callback, input, context } = slot.prepared;
  let question: unknown;
  try {
    const asked = callback.question?.(input, context);
    question = isPromiseLike(asked) ? await asked : asked;
  } catch (error) {
    slot.question = undefined;
    return failSlot(slot, error, surroundings);
  }
  if (question === undefined) return;
  const read = readQuestion(slot.call.toolName, question);
  // The gate asks an approver too, and its requirement remains.
  const asks: RequesterQuestion = slot.question ? { ...read, needsApproval: true } : read;
  slot.question = { type: 'ask', ...slot.question, answeredBy: 'requester', asks };
};
