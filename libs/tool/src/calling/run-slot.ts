import { isPromiseLike, startTimer, TurnAbort, untilAborted } from '#core';
import type { ToolCallErrorKind } from 'toolgate/model';
import { currentStorage } from '../contract/current-tool-context.js';
import { findPendingApproval } from '../contract/find-pending-approval.js';
import { InnerRunPermit, permitInnerRun } from '../contract/inner-run.js';
import { permitMethod } from '../contract/permitted-call.js';
import { ToolBody } from '../contract/tool-body.js';
import type { Prepared, ToolCallback, ToolCallResult } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { ToolExecutionExceptionProcessor } from '../contract/tool-execution-exception.processor.js';
import type { ToolInterceptor } from '../contract/tool-interceptor.js';
import { NestedSuspensionException } from '../contract/inner-turn.errors.js';
import {
  ToolException,
  ToolExecutionException,
  ToolResultException,
  ToolTimeoutException,
} from '../contract/tool.errors.js';
import type { Turn } from '../contract/turn.js';
import { readableError } from '../errors/readable-error.js';
import { textOfFailure } from '../errors/text-of-failure.js';
import { isResult } from '../results/is-result.js';
import type { ResultFinisher } from '../results/result-finisher.js';
import { type PreparedSlot, setResult, textResult, waitsInside } from './slot.js';

/** The services that every execution uses. */
export interface RunSurroundings {
  readonly interceptors: readonly ToolInterceptor[];
  readonly exceptionProcessor: ToolExecutionExceptionProcessor;
  readonly finish: ResultFinisher;
}

/**
 * Runs one call through the interceptors and sets its result, unless a turn inside it waits for a person; synchronously
 * if nothing has to be awaited. Throws or rejects if the turn must fail.
 */
export const runSlot = (slot: PreparedSlot, turn: Turn, surroundings: RunSurroundings): void | Promise<void> => {
  turn.abort?.throwIfAborted();
  const body = ToolBody.open(slot.call.toolName);
  const running: unknown = body ? runTracked(body, slot, turn, surroundings) : runAround(slot, turn, surroundings);
  return isPromiseLike(running) ? emitAfter(running, slot, turn) : emitSlotResult(slot, turn);
};

const emitAfter = async (running: PromiseLike<unknown>, slot: PreparedSlot, turn: Turn): Promise<void> => {
  try {
    await running;
  } catch (error) {
    if (error instanceof NestedSuspensionException || !waitsInside(slot)) throw error;
  } finally {
    slot.permit?.close();
  }
  if (!waitsInside(slot)) return emitSlotResult(slot, turn);
  // A result that an interceptor returned instead must not count.
  slot.result = undefined;
  slot.prepared.context.endProgress();
};

const emitSlotResult = (slot: PreparedSlot, turn: Turn): void => {
  slot.prepared.context.endProgress();
  turn.emit(slot.result!);
};

const runTracked = async (
  body: ToolBody,
  slot: PreparedSlot,
  turn: Turn,
  surroundings: RunSurroundings,
): Promise<void> => {
  try {
    await body.run(async () => void (await runAround(slot, turn, surroundings)));
  } catch (error) {
    // A result that an interceptor or the body returned instead must not count.
    if (error instanceof NestedSuspensionException) slot.result = undefined;
    throw error;
  }
};

const runAround = (slot: PreparedSlot, turn: Turn, surroundings: RunSurroundings): Running | Promise<void> =>
  surroundings.interceptors.length === 0 ? runBody(slot, turn, surroundings) : runIntercepted(slot, turn, surroundings);

const runIntercepted = async (slot: PreparedSlot, turn: Turn, surroundings: RunSurroundings): Promise<void> => {
  const body = surroundings.interceptors.reduceRight<() => Promise<ToolCallResult>>(
    (next, interceptor) => () => interceptor.intercept(slot.prepared, next),
    async () => runBody(slot, turn, surroundings),
  );
  try {
    const result = await untilAborted(body(), turn.abort);
    if (!isResult(result)) {
      throw new ToolException(
        `An interceptor of "${slot.call.toolName}" returned no result. Return the result of next().`,
      );
    }
    setResult(slot, result);
  } finally {
    slot.closed = true;
  }
};

const runBody = (slot: PreparedSlot, turn: Turn, surroundings: RunSurroundings): Running => {
  const { toolName } = slot.call;
  if (slot.started) throw new ToolException(`An interceptor ran "${toolName}" twice. Call next() once.`);
  // An interceptor may continue after its call ended, because the turn was aborted or another result was returned.
  turn.abort?.throwIfAborted();
  slot.prepared.context.throwIfAborted();
  if (slot.closed)
    throw new ToolException(
      `An interceptor called next() for "${toolName}" after the call had ended. Call next() before the interceptor returns.`,
    );
  slot.started = true;
  slot.prepared.context.turn.outer?.markBegun();
  let running: Running;
  try {
    running = startBody(slot, turn, surroundings.finish);
  } catch (error) {
    running = resultOfFailure(error, slot, turn, surroundings);
    return isPromiseLike(running) ? settleLater(running, slot) : settleNow(running, slot);
  }
  return isPromiseLike(running) ? settleAfterBody(running, slot, turn, surroundings) : settleNow(running, slot);
};

type Running = ToolCallResult | Promise<ToolCallResult>;

const settleNow = (result: ToolCallResult, slot: PreparedSlot): ToolCallResult => {
  if (!slot.closed) setResult(slot, result);
  return result;
};

const settleLater = async (running: Promise<ToolCallResult>, slot: PreparedSlot): Promise<ToolCallResult> =>
  settleNow(await running, slot);

const settleAfterBody = async (
  running: Promise<ToolCallResult>,
  slot: PreparedSlot,
  turn: Turn,
  surroundings: RunSurroundings,
): Promise<ToolCallResult> => {
  if (turn.journal) slot.running = running;
  let result: ToolCallResult;
  try {
    result = await untilAborted(running, turn.abort);
  } catch (error) {
    result = await resultOfFailure(error, slot, turn, surroundings);
  }
  return settleNow(result, slot);
};

// Throws errors that must fail the turn instead of the call.
const resultOfFailure = (
  thrown: unknown,
  slot: PreparedSlot,
  turn: Turn,
  { exceptionProcessor, finish }: RunSurroundings,
): Running => {
  turn.abort?.throwIfAborted();
  ToolBody.current()?.throwIfRefused();
  if (waitsInside(slot)) throw thrown;
  const error = readableError(thrown);
  const waiting = findPendingApproval(error);
  if (waiting) throw waiting;
  const { callback, context } = slot.prepared;
  const failed = errorResult(context, error, exceptionProcessor);
  // A tool's own message is cut like a result; the framework's own texts are short.
  return errorKindOf(error) === 'execution' ? finish(failed, callback, context, turn.abort) : failed;
};

const startBody = (slot: PreparedSlot, { abort, persistence, limits }: Turn, finish: ResultFinisher): Running => {
  const { callback, context } = slot.prepared;
  const { timeoutMs } = callback.metadata;
  if (callback.runsTurn) slot.permit = new InnerRunPermit(persistence, limits);
  if (timeoutMs !== undefined) return withTimeout(slot, timeoutMs, abort, finish);
  return withinContext(slot, context, abort, finish);
};

// Without CurrentToolContext no closure is created: in a turn without I/O it costs as much as the call.
const withinContext = (
  slot: PreparedSlot,
  context: ToolContext,
  abort: TurnAbort | undefined,
  finish: ResultFinisher,
): Running => (currentStorage() ? inStorage : execute)(slot, context, abort, finish);

const inStorage: typeof execute = (slot, context, abort, finish) =>
  currentStorage()!.run(context, () => execute(slot, context, abort, finish));

const execute = (
  slot: PreparedSlot,
  context: ToolContext,
  abort: TurnAbort | undefined,
  finish: ResultFinisher,
): Running => {
  const { callback } = slot.prepared;
  if (slot.permitted) permitMethod(context);
  if (slot.permit) permitInnerRun(context, slot.permit);
  const result = slot.body.run(context);
  return isPromiseLike(result)
    ? finishLater(result, callback, context, { abort, finish })
    : finish(result, callback, context, abort);
};

const finishLater = async (
  result: ReturnType<Prepared['run']>,
  callback: ToolCallback,
  context: ToolContext,
  { abort, finish }: { readonly abort: TurnAbort | undefined; readonly finish: ResultFinisher },
): Promise<ToolCallResult> => finish(await result, callback, context, abort);

const withTimeout = async (
  slot: PreparedSlot,
  timeoutMs: number,
  abort: TurnAbort | undefined,
  finish: ResultFinisher,
): Promise<ToolCallResult> => {
  const deadline = new TurnAbort();
  const follow = (reason: unknown): void => deadline.abort(reason);
  abort?.listeners.add(follow);
  const timer = startTimer(timeoutMs, () => deadline.abort(new ToolTimeoutException(slot.call.toolName, timeoutMs)));
  deadline.checkTime = (): void => {
    abort?.checkTime?.();
    timer.check();
  };
  const context = slot.prepared.context.with({ abort: deadline });
  try {
    return await untilAborted(Promise.resolve(withinContext(slot, context, deadline, finish)), deadline);
  } finally {
    context.endProgress();
    abort?.listeners.delete(follow);
    timer.stop();
  }
};

const errorResult = (
  { call, runId, conversation }: ToolContext,
  error: unknown,
  processor: ToolExecutionExceptionProcessor,
): ToolCallResult => {
  const { toolName, toolCallId } = call!;
  const exception =
    error instanceof ToolExecutionException
      ? error
      : new ToolExecutionException(toolName, error, { runId, call: { toolCallId }, conversation });
  return textResult(textOfFailure(processor, exception), { type: 'error', kind: errorKindOf(error) });
};

const errorKindOf = (error: unknown): ToolCallErrorKind => {
  if (error instanceof ToolResultException) return 'unserialisable-result';
  return error instanceof ToolTimeoutException ? 'timeout' : 'execution';
};
