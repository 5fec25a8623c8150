import { Injectable, type OnModuleInit } from '@nestjs/common';
import { connectGate, expectReturn } from '#tool';
import {
  MethodToolCallback,
  type ReturnedValue,
  ToolApprovalPendingException,
  ToolBody,
  ToolException,
  ToolInputException,
  ToolRegistry,
} from 'toolgate/tool';
import { GatedCalls } from '../calls/gated-calls.js';
import { callContext, trackBodies } from '../requester/call-context.js';
import type { GatedCallOutcome } from '../calls/gated-call.js';
import { CallFailedException, CallRejectedException } from '../errors/call.errors.js';

/** Sends each call of a guarded method through the application's gate. */
@Injectable()
export class GuardedMethods implements OnModuleInit {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly calls: GatedCalls,
  ) {}

  onModuleInit(): void {
    const byInstance = new Map<object, Map<string, MethodToolCallback>>();
    for (const { callback, instance, type } of this.registry.all()) {
      if (!(callback instanceof MethodToolCallback) || !callback.isGuarded) continue;
      // A plain object that a test provides in place of the class has no guarded methods.
      if (!instance || !type || !(instance instanceof type)) continue;
      const methods = byInstance.get(instance) ?? new Map<string, MethodToolCallback>();
      byInstance.set(instance, methods.set(callback.method, callback));
    }
    for (const [instance, methods] of byInstance) {
      connectGate(instance, (key, args) => this.call(methods.get(key)!, args));
    }
    if (byInstance.size > 0) trackBodies();
  }

  private async call(tool: MethodToolCallback, args: readonly unknown[]): Promise<unknown> {
    const { name } = tool.definition;
    const context = callContext.get();
    if (!context) {
      throw new ToolException(
        `"${name}" requires approval, and its caller does not state on whose behalf it runs. Call it inside callContext.run({ toolContext }, …), such as in an interceptor of the route or in the job.`,
      );
    }
    const { toolContext, conversation } = context;
    // The class of a context may state both as getters.
    const about = { ...(toolContext && { toolContext }), ...(conversation !== undefined && { conversation }) };
    // A new object for each call, because the returned value is found by it.
    const transient = { ...context.transient };
    const returned = expectReturn(transient);
    const body = ToolBody.current()?.running();
    // A body that has begun cannot be saved, so a call inside it cannot wait.
    const assertMayWait = body && (() => refuseWaiting(body, name));
    const options = { ...context, ...about, transient, assertMayWait };
    const outcome = await this.calls.call(tool, tool.inputOf(args), options);
    return resultOf(name, outcome, returned);
  }
}

const refuseWaiting = (body: ToolBody, name: string): never => {
  throw body.refuse([name], 'call');
};

const REMEDY = 'Read its result with GatedCalls.outcome() after the decision.';

/** Returns what the caller of a guarded method receives, or throws it. */
const resultOf = (toolName: string, outcome: GatedCallOutcome, { outcome: ran }: ReturnedValue): unknown => {
  switch (outcome.status) {
    case 'completed':
      // The value itself, if the method ran in this call: JSON would lose its class.
      return ran?.type === 'returned' ? ran.value : outcome.result;
    case 'rejected':
      throw new CallRejectedException(toolName, outcome.reason);
    case 'invalid':
      throw new ToolInputException(toolName, outcome.issues);
    case 'failed':
      throw ran?.type === 'threw' ? ran.error : new CallFailedException(toolName, outcome.message);
    case 'suspended':
      throw new ToolApprovalPendingException([], outcome, REMEDY);
  }
};
