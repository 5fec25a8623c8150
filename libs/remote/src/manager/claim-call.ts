import { randomUUID } from 'node:crypto';
import { ignore } from '#core';
import { ApprovalsProblem, type ExternalClaimBody } from 'toolgate/http/client';
import type { LineLogger } from 'toolgate/model';
import {
  GuardrailBlockedException,
  ToolApprovalRejectedException,
  ToolApprovalTimeoutException,
} from '../errors/remote-approval.errors.js';
import { describeFailure } from '../service/describe-failure.js';
import type { RemoteService } from '../service/remote.service.js';
import type { ApprovedCall } from '../waiting/waiting-call.js';
import type { Background } from './background.js';
import type { ClaimedCall } from './claimed-call.js';

/**
 * How long a claim lasts without a renewal, in milliseconds. If the process dies, the outcome of its call is unknown
 * after this time.
 */
const LEASE_MS = 60_000;
/** How long the report of an outcome is repeated while the service does not answer. */
const REPORT_MS = 600_000;

interface ClaimParts {
  readonly service: RemoteService;
  readonly background: Background;
  readonly logger: LineLogger;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const REFUSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'hash-mismatch': 'its arguments were edited at the service, and a remote call allows no edit',
    'not-approved': 'the approval service does not list it as approved',
    'not-found': 'the approval service does not know it any more',
    ended: 'it has ended at the approval service',
    damaged: 'its record at the approval service was altered',
  }),
);

/** Claims an approved call. The same token is sent again while the service does not answer. */
export const claimCall = async (call: ApprovedCall, parts: ClaimParts): Promise<ClaimedCall> => {
  const { service, timeoutMs } = parts;
  const { id, argsHash, toolName } = call;
  const claim: ExternalClaimBody = { argsHash, token: randomUUID(), leaseMs: LEASE_MS };
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = parts.signal ? AbortSignal.any([parts.signal, limit]) : limit;
  try {
    const answer = await service.claim(id, claim, signal);
    if (answer.answer === 'start') return claimed(call, claim, { ...parts, answer });
    throw new ToolApprovalRejectedException(toolName, `another process has claimed it (${answer.approval})`);
  } catch (error) {
    giveUp(call, claim.token, parts);
    if (error instanceof GuardrailBlockedException) throw error;
    parts.signal?.throwIfAborted();
    if (limit.aborted)
      throw new ToolApprovalTimeoutException(
        toolName,
        timeoutMs,
        `the approval service did not answer in ${timeoutMs} ms.`,
      );
    throw refusalOf(toolName, error, service.url);
  }
};

const refusalOf = (toolName: string, error: unknown, url: string): GuardrailBlockedException => {
  const known = error instanceof ApprovalsProblem ? REFUSED.get(error.problem) : undefined;
  if (known !== undefined) return new ToolApprovalRejectedException(toolName, known);
  return new GuardrailBlockedException(toolName, `${describeFailure(error, url)}.`, { cause: error });
};

// The service may have accepted the claim and lost its answer, or the lease may be over since. The call did not run.
const giveUp = ({ id }: ApprovedCall, token: string, { service, background }: ClaimParts): void =>
  background.start(REPORT_MS, async (signal) => {
    const outcome = { type: 'failed', message: 'It did not run.' } as const;
    await service
      .finish(id, { token, outcome }, signal)
      .catch(() => service.cancel(id, 'The call does not wait any more.', signal));
  });

const claimed = (
  { id, toolName }: ApprovedCall,
  claim: ExternalClaimBody,
  {
    service,
    background,
    logger,
    answer,
  }: ClaimParts & { readonly answer: Pick<ClaimedCall, 'arguments' | 'idempotencyKey'> },
): ClaimedCall => {
  const renewal = setInterval(() => void service.claim(id, claim).catch(ignore), LEASE_MS / 3);
  renewal.unref();
  const leave = (): void => clearInterval(renewal);
  return {
    arguments: answer.arguments,
    idempotencyKey: answer.idempotencyKey,
    leave,
    report: (outcome) => {
      leave();
      background.start(REPORT_MS, async (signal) => {
        try {
          await service.finish(id, { token: claim.token, outcome }, signal);
        } catch {
          logger.warn(
            `The outcome of "${toolName}" was not reported to the approval service. Report it there, for the approval ${id}.`,
          );
        }
      });
    },
  };
};
