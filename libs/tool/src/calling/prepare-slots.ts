import { freezeJson, isPromiseLike, type JsonLimits } from '#core';
import type { Message } from 'toolgate/model';
import { type ParsedArguments, parseArguments } from '../callbacks/parse-arguments.js';
import { describeUnknown, prepareInput } from '../callbacks/prepare-call.js';
import type { Issues, Prepared, ToolCallback } from '../contract/tool-callback.js';
import { ToolContext } from '../contract/tool-context.js';
import type { ToolExecutionExceptionProcessor } from '../contract/tool-execution-exception.processor.js';
import type { ToolSet } from '../contract/tool-set.js';
import { describeIssues, ToolExecutionException } from '../contract/tool.errors.js';
import type { Turn } from '../contract/turn.js';
import { readableError } from '../errors/readable-error.js';
import { textOfFailure } from '../errors/text-of-failure.js';
import { type Slot, setTextResult } from './slot.js';

/** The values that the calls of a batch are resolved and validated with. */
interface PrepareSurroundings {
  readonly turn: Turn;
  readonly tools: ToolSet;
  /** The messages before the answer with the tool calls. */
  readonly messages: readonly Message[];
  readonly limits: JsonLimits;
  readonly maxProgressBytes: number;
  readonly exceptionProcessor: ToolExecutionExceptionProcessor;
}

/** Resolves every call and validates its arguments, without any effect. A call that cannot run receives its result here. */
export const prepareSlots = (slots: readonly Slot[], surroundings: PrepareSurroundings): void | Promise<unknown> => {
  let waits: Promise<void>[] | undefined;
  for (const slot of slots) {
    const wait = prepareSlot(slot, surroundings);
    if (wait) (waits ??= []).push(wait);
  }
  return waits && Promise.all(waits);
};

const prepareSlot = (slot: Slot, surroundings: PrepareSurroundings): void | Promise<void> => {
  const { tools, limits } = surroundings;
  const { call } = slot;
  const callback = tools.callbacks.get(call.toolName);
  if (!callback) {
    setTextResult(slot, describeUnknown(call, tools), { type: 'error', kind: 'unknown-tool' });
    return;
  }
  const parsed = parsedOf(slot, limits);
  if (parsed.type !== 'arguments') return settleUnreadable(slot, parsed);
  try {
    const prepared = prepareInput(callback, parsed.input);
    if (!isPromiseLike(prepared)) return accept(slot, callback, prepared, surroundings);
    return acceptLater(slot, callback, prepared, surroundings);
  } catch (error) {
    // A synchronous error must not leave the promises of the other calls without a listener.
    return failLater(slot, error, surroundings);
  }
};

// The saved arguments of a suspended turn were checked against the limits when the model sent them.
const parsedOf = ({ call, saved }: Slot, limits: JsonLimits): ParsedArguments =>
  saved?.input ? { type: 'arguments', input: saved.input } : parseArguments(call.input, limits);

const settleUnreadable = (slot: Slot, parsed: Exclude<ParsedArguments, { type: 'arguments' }>): void => {
  const { toolName } = slot.call;
  if (parsed.type === 'malformed') {
    const text = `The arguments for "${toolName}" are not a JSON object. Call the tool again with valid JSON.`;
    setTextResult(slot, text, { type: 'error', kind: 'malformed-arguments' });
    return;
  }
  const { kind, issue } = parsed;
  setTextResult(slot, describeIssues(toolName, [issue]), { type: 'error', kind });
};

const failLater = async (slot: Slot, error: unknown, surroundings: PrepareSurroundings): Promise<void> =>
  failSlot(slot, error, surroundings);

/** Gives a call the result of an error that its tool threw before its body. */
export const failSlot = (
  slot: Slot,
  error: unknown,
  { turn, exceptionProcessor: processor }: Pick<PrepareSurroundings, 'turn' | 'exceptionProcessor'>,
): void => {
  const { toolName, toolCallId } = slot.call;
  const { runId, conversation } = turn.context;
  const exception = new ToolExecutionException(toolName, readableError(error), {
    runId,
    call: { toolCallId },
    conversation,
  });
  setTextResult(slot, textOfFailure(processor, exception), { type: 'error', kind: 'execution' });
};

const acceptLater = async (
  slot: Slot,
  callback: ToolCallback,
  preparing: PromiseLike<Prepared | Issues>,
  surroundings: PrepareSurroundings,
): Promise<void> => {
  try {
    accept(slot, callback, await preparing, surroundings);
  } catch (error) {
    failSlot(slot, error, surroundings);
  }
};

const accept = (
  slot: Slot,
  callback: ToolCallback,
  prepared: Prepared | Issues,
  surroundings: PrepareSurroundings,
): void => {
  const { call, index } = slot;
  if (prepared.type === 'issues') {
    setTextResult(slot, describeIssues(call.toolName, prepared.issues), { type: 'error', kind: 'invalid-arguments' });
    return;
  }
  slot.body = prepared;
  slot.prepared = Object.freeze({
    index,
    // A copy, so that no change to it reaches the transcript. Freezing it would cost more than the rest of the gate.
    call: { ...call },
    callback,
    input: freezeJson(prepared.input),
    value: prepared.value,
    context: callContext(slot, surroundings),
    saved: slot.saved,
  });
};

const callContext = (
  { call: { toolCallId, toolName }, index, saved }: Slot,
  { turn: { context, round, emit }, messages, maxProgressBytes }: PrepareSurroundings,
): ToolContext =>
  new ToolContext({
    data: context.data,
    transient: context.transient,
    conversation: context.conversation,
    turn: context,
    emit,
    messages,
    maxProgressBytes,
    answer: saved?.answer,
    call: { toolCallId, toolName, index, round },
  });
