import type { ToolCallResult } from '../tool-callback.js';
import { ToolContext } from '../tool-context.js';
import type { ToolExecutionExceptionProcessor } from '../tool-execution-exception.processor.js';
import type { ToolInterceptor } from '../tool-interceptor.js';
import { ToolException, ToolExecutionException, ToolResultException } from '../tool.errors.js';
import type { Turn } from '../turn.js';
import { isPromiseLike } from './is-promise-like.js';
import { type Slot, settle, textResult } from './slot.js';
import { untilAborted } from './until-aborted.js';

/** What surrounds every execution. */
export interface RunSurroundings {
  readonly interceptors: readonly ToolInterceptor[];
  readonly exceptionProcessor: ToolExecutionExceptionProcessor;
}

/** Runs one call through the interceptors and settles its slot. Rejects where the turn has to fail. */
export const runSlot = async (slot: Slot, turn: Turn, surroundings: RunSurroundings): Promise<void> => {
  turn.signal?.throwIfAborted();
  const { interceptors } = surroundings;
  if (interceptors.length === 0) {
    await runBody(slot, turn, surroundings);
  } else {
    const body = interceptors.reduceRight<() => Promise<ToolCallResult>>(
      (next, interceptor) => () => interceptor.intercept(slot.prepared!, next),
      () => runBody(slot, turn, surroundings),
    );
    settle(slot, await untilAborted(body(), turn.signal));
  }
  turn.emit(slot.result!);
};

const runBody = async (slot: Slot, turn: Turn, { exceptionProcessor }: RunSurroundings): Promise<ToolCallResult> => {
  if (slot.started) throw new ToolException(`An interceptor ran "${slot.call.toolName}" twice. Call next() once.`);
  slot.started = true;
  let result: ToolCallResult;
  try {
    const running = startBody(slot, turn);
    result = isPromiseLike(running) ? await untilAborted(running, turn.signal) : running;
  } catch (error) {
    turn.signal?.throwIfAborted();
    result = errorResult(slot.call.toolName, error, exceptionProcessor);
  }
  settle(slot, result);
  return result;
};

const startBody = (slot: Slot, { signal }: Turn): ToolCallResult | Promise<ToolCallResult> => {
  const { callback, context } = slot.prepared!;
  const { timeoutMs } = callback.metadata;
  return timeoutMs === undefined ? slot.run!(context) : withTimeout(slot, timeoutMs, signal);
};

const withTimeout = async (slot: Slot, timeoutMs: number, signal: AbortSignal | undefined): Promise<ToolCallResult> => {
  const deadline = new AbortController();
  const late = textResult(
    `"${slot.call.toolName}" did not end within ${timeoutMs} ms. It is not known whether it had its effect.`,
    { type: 'error', kind: 'timeout' },
  );
  const timer = setTimeout(() => deadline.abort(late), timeoutMs);
  try {
    const either = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
    const context = new ToolContext({ ...slot.prepared!.context, signal: either });
    const running = Promise.resolve(slot.run!(context));
    return await untilAborted(running, deadline.signal);
  } catch (error) {
    if (error === late) return late;
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

const errorResult = (toolName: string, error: unknown, processor: ToolExecutionExceptionProcessor): ToolCallResult => {
  if (error instanceof ToolResultException) {
    return textResult(error.message, { type: 'error', kind: 'unserialisable-result' });
  }
  const exception = error instanceof ToolExecutionException ? error : new ToolExecutionException(toolName, error);
  return textResult(processor.process(exception), { type: 'error', kind: 'execution' });
};
