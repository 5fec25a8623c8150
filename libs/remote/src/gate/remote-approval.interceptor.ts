import { hashOf } from '#approval';
import { type PreparedCall, type ToolCallResult, ToolInterceptor } from 'toolgate/tool';
import {
  GuardrailBlockedException,
  ToolApprovalRejectedException,
  ToolApprovalTimeoutException,
} from '../errors/remote-approval.errors.js';
import type { ClaimedCall } from '../manager/claimed-call.js';
import type { ToolApprovalManager } from '../manager/tool-approval.manager.js';
import type { ApprovedCall } from '../waiting/waiting-call.js';
import type { ApprovedOf } from './approved-of.js';

interface InterceptorParts {
  readonly manager: ToolApprovalManager;
  readonly approved: ApprovedOf;
  readonly onTimeout: 'reject' | 'throw';
  /** Whether a call of a named tool runs only with an approval of the service. */
  readonly isStrict: () => boolean;
}

/** Claims each approved call at the service before its body, and reports the outcome after it. */
export class RemoteApprovalInterceptor extends ToolInterceptor {
  constructor(private readonly parts: InterceptorParts) {
    super();
  }

  async intercept(call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    const { approved } = this.parts;
    const given = call.context.call && approved.get(call.context.call);
    if (!given) {
      this.assertAllowed(call);
      return next();
    }
    if (given === 'used') throw repeated(call);
    // Without this mark, an interceptor that repeats a refused call would run it without a claim.
    approved.set(call.context.call, 'used');
    try {
      return await this.run(call, given, next);
    } catch (error) {
      if (error instanceof NotRun) return denied(error.reason);
      throw error;
    }
  }

  private async run(
    call: PreparedCall,
    given: ApprovedCall,
    next: () => Promise<ToolCallResult>,
  ): Promise<ToolCallResult> {
    const claimed = await this.claim(call, given);
    assertSameArguments(call, claimed);
    let result: ToolCallResult;
    try {
      result = await next();
    } catch (error) {
      // The body may still run.
      claimed.leave();
      throw error;
    }
    claimed.report(reportOf(result));
    return result;
  }

  private async claim({ context }: PreparedCall, given: ApprovedCall): Promise<ClaimedCall> {
    try {
      return await this.parts.manager.claim(given, context.turn.signal);
    } catch (error) {
      const isLate = error instanceof ToolApprovalTimeoutException && this.parts.onTimeout === 'reject';
      if (error instanceof ToolApprovalRejectedException || isLate) throw new NotRun(error.reason);
      throw error;
    }
  }

  // Another gate, or a strategy that does not contain this one, has let the call pass.
  private assertAllowed({ callback: { definition, metadata } }: PreparedCall): void {
    const { isStrict, manager } = this.parts;
    if (metadata.requiresApproval === false || !isStrict() || !manager.requiresApproval(definition.name)) return;
    throw new GuardrailBlockedException(
      definition.name,
      'the approval service has not approved it. Let the strategy of RemoteToolApproval decide it.',
    );
  }
}

const repeated = ({ callback }: PreparedCall): GuardrailBlockedException =>
  new GuardrailBlockedException(
    callback.definition.name,
    'its approval covers one execution and was already used. Call next() once in each interceptor.',
  );

/** The call may not run, and the model receives the reason. */
class NotRun extends Error {
  override readonly name = 'NotRun';

  constructor(readonly reason: string) {
    super(reason);
  }
}

const assertSameArguments = ({ input }: PreparedCall, claimed: ClaimedCall): void => {
  if (hashOf(claimed.arguments) === hashOf(input)) return;
  const reason = 'its arguments differ from the approved ones';
  claimed.report({ type: 'failed', message: `It did not run: ${reason}.` });
  throw new NotRun(reason);
};

// The service learns whether the call succeeded, and none of its data.
const reportOf = ({ outcome }: ToolCallResult): Parameters<ClaimedCall['report']>[0] =>
  outcome.type === 'success'
    ? { type: 'succeeded', value: null }
    : {
        type: 'failed',
        message: outcome.type === 'error' ? `It failed: ${outcome.kind}.` : `It ended: ${outcome.type}.`,
      };

const denied = (reason: string): ToolCallResult => ({
  output: { type: 'text', text: `Tool execution was denied: ${reason}` },
  outcome: { type: 'denied', decision: 'revoke', reason },
});
