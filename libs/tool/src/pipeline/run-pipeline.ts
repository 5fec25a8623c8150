import { type CanActivate, ForbiddenException } from '@nestjs/common';
import { GuardsConsumer } from '@nestjs/core/guards/guards-consumer.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
import { freezeJson, idsForLog } from '#core';
import { LineLogger } from 'toolgate/model';
import { callMethod } from '../contract/call-method.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import { callPermitted } from '../contract/permitted-call.js';
import { ToolException } from '../contract/tool.errors.js';
import { noteGuard } from '../errors/failed-guards.js';
import { isPlainValue } from '../results/collect-result.js';
import type { ReadBounds } from '../results/read-bounds.js';
import { collectAround } from './collect-around.js';
import { pipeArguments } from './pipe-arguments.js';
import type { PipelineSteps } from './pipeline-creators.js';
import type { PipelinePlan } from './plan-pipeline.js';
import { TOOL_CONTEXT_TYPE } from './tool-arguments-host.js';
import type { PipelineCall } from './tool-pipeline.js';

/** A method with its enhancers. */
interface Surrounded {
  readonly plan: PipelinePlan;
  readonly steps: PipelineSteps;
  /** The object on which the method is called. */
  readonly target: object;
  /** Returns the limits for reading the result. */
  readonly boundsOf: (tool: ToolCallback) => ReadBounds;
}

interface Execution extends Surrounded {
  readonly call: PipelineCall;
  readonly args: unknown[];
  readonly context: ExecutionContextHost;
  /** Whether the call has ended, so that no further step may start. */
  ended: boolean;
  /** The outcome of the body that has begun last. */
  begun?: Promise<unknown>;
}

type Method = (...args: unknown[]) => unknown;

const logger = new LineLogger('Toolgate');

const guardsConsumer = new GuardsConsumer();
const interceptorsConsumer = new InterceptorsConsumer();

/** Calls a method as Nest calls a handler: guards, interceptors, pipes, the method, and exception filters around them. */
export const runPipeline = async (surrounded: Surrounded, call: PipelineCall): Promise<unknown> => {
  const { plan } = surrounded;
  const args = [call.context, freezeJson(call.input), call.tool];
  const context = new ExecutionContextHost(args, plan.type as never, plan.handler);
  context.setType(TOOL_CONTEXT_TYPE);
  const execution: Execution = { call, args, context, ended: false, ...surrounded };
  try {
    return await passThrough(execution);
  } catch (error) {
    call.context.throwIfAborted();
    return await answerByFilter(error, execution);
  } finally {
    execution.ended = true;
  }
};

const passThrough = async (execution: Execution): Promise<unknown> => {
  const { plan, steps, call, args, boundsOf } = execution;
  const host = { constructor: plan.type };
  const handler = plan.handler as Method;
  const { guards, interceptors, filters } = steps;
  for (const guard of guards) {
    if (!(await mayPass(guard, execution))) throw new ForbiddenException('Forbidden resource');
  }
  // The turn may have been aborted while the guards ran.
  if (guards.length > 0) call.context.throwIfAborted();
  const body = (): Promise<unknown> => runBodyOnce(execution);
  if (interceptors.length === 0) {
    const value = await body();
    // The filters must also handle errors that occur while the result is read.
    return filters.length === 0 ? value : collectAround(value, call.context, boundsOf(call.tool));
  }
  const value: unknown = await interceptorsConsumer.intercept(
    interceptors,
    args,
    host,
    handler,
    body,
    TOOL_CONTEXT_TYPE,
  );
  return collectAround(value, call.context, boundsOf(call.tool));
};

// One by one, so that the log can name a guard that throws.
const mayPass = async (guard: CanActivate, { plan, args }: Execution): Promise<boolean> => {
  try {
    const host = { constructor: plan.type };
    return await guardsConsumer.tryActivate([guard], args, host, plan.handler as Method, TOOL_CONTEXT_TYPE);
  } catch (error) {
    noteGuard(error, guard);
    throw error;
  }
};

// An interceptor may call next() again, such as `retry()` of RxJS, or twice at once.
const runBodyOnce = async (execution: Execution): Promise<unknown> => {
  refuseLate(execution);
  if (isRepeated(execution)) return outcomeAgain(execution);
  const values = await valuesOf(execution);
  refuseLate(execution);
  // The body may have begun while the pipes ran.
  if (isRepeated(execution)) return outcomeAgain(execution);
  execution.call.context.beginBody();
  execution.begun = runBody(execution, values);
  return execution.begun;
};

const valuesOf = async ({ plan, steps, call, context }: Execution): Promise<unknown[]> => {
  const made = await call.makeArguments();
  return steps.arePiped ? pipeArguments(plan, steps, { made, input: call.input, context }) : made;
};

const runBody = async ({ plan: { guard, key }, target, call }: Execution, args: unknown[]): Promise<unknown> =>
  guard ? callPermitted({ guard, target, args }, call.context) : callMethod(target, key, args);

// One approval is for one start, and a run has saved one start.
const isRepeated = ({ begun, call: { tool, context } }: Execution): boolean =>
  begun !== undefined &&
  tool.metadata.idempotent !== true &&
  (tool.metadata.requiresApproval === true || context.isOfRun);

/** Returns the value or the error of a body that does not run again. A stream can only be read once. */
const outcomeAgain = async ({ begun, plan, call }: Execution): Promise<unknown> => {
  const { runId, conversation, call: ids } = call.context;
  logger.warn(
    `An interceptor called ${plan.label} again. The body did not run again, because an approved call runs once. Call next() once, without retry(), or declare the tool with idempotent: true. ${idsForLog({ runId, call: ids, conversation })}`,
  );
  const value = await begun;
  if (isPlainValue(value)) return value;
  throw new ToolException(`An interceptor called ${plan.label} twice. Call next() once.`);
};

// No effect may begin after the call has ended: the turn was aborted, or an interceptor returned a result of its own.
const refuseLate = ({ call, ended, plan }: Execution): void => {
  call.context.throwIfAborted();
  if (ended)
    throw new ToolException(
      `An interceptor called ${plan.label} after the call had ended. Call next() before the interceptor returns.`,
    );
};

const answerByFilter = async (error: unknown, { steps, context }: Execution): Promise<unknown> => {
  const filter = steps.filters.find(
    ({ exceptionMetatypes }) =>
      exceptionMetatypes.length === 0 || exceptionMetatypes.some((type) => error instanceof type),
  );
  const answer: unknown = await filter?.func(error, context);
  // A filter that returns nothing has answered elsewhere, such as on an HTTP response; the model must not receive 'Done'.
  if (answer === undefined) throw error;
  return answer;
};
