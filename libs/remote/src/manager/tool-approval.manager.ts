import { randomUUID } from 'node:crypto';
import { hashOf } from '#approval';
import type { ApprovalStatusWord, ExternalCallBody, ExternalRequestBody } from 'toolgate/http/client';
import { LineLogger } from 'toolgate/model';
import { readConfig, type RemoteApprovalSettings } from '../config/options.js';
import type { ToolApprovalConfig } from '../config/tool-approval-config.js';
import {
  GuardrailBlockedException,
  ToolApprovalRejectedException,
  ToolApprovalTimeoutException,
} from '../errors/remote-approval.errors.js';
import { describeFailure } from '../service/describe-failure.js';
import { RemoteService } from '../service/remote.service.js';
import { shortened } from '../service/shortened.js';
import { ApprovedCalls } from '../waiting/approved-calls.js';
import { StatusReader } from '../waiting/status.reader.js';
import { type ApprovedCall, WaitingCall } from '../waiting/waiting-call.js';
import { Background } from './background.js';
import { claimCall } from './claim-call.js';
import type { ClaimedCall } from './claimed-call.js';
import type { ToolApprovalRequest } from './tool-approval-request.js';

/** How long a withdrawal may take, and how long `close` waits for the service, in milliseconds. */
const WITHDRAW_MS = 60_000;
const CLOSE_MS = 5_000;
/** How long the reason of a rejection may take to arrive. */
const REASON_MS = 10_000;
/** The most characters of a reason, and of an answer in place of the tool, that the model reads. */
const LONGEST_REASON = 10_000;
const LONGEST_ANSWER = 100_000;

const CLOSING = 'the application is closing';

/** Requests decisions of an approval service, waits for them, and claims approved calls. */
export class ToolApprovalManager {
  private readonly settings: RemoteApprovalSettings;
  private readonly service: RemoteService;
  private readonly reader: StatusReader;
  private readonly waiting = new Set<WaitingCall>();
  private readonly approvedCalls: ApprovedCalls;
  private readonly background = new Background();
  private readonly logger = new LineLogger('Toolgate');
  private isClosed = false;

  /** Throws `RemoteApprovalException` for an invalid configuration. */
  constructor(config: ToolApprovalConfig) {
    this.settings = readConfig(config);
    this.service = new RemoteService(this.settings);
    this.approvedCalls = new ApprovedCalls(this.settings.timeoutMs, (call, why) => this.withdraw(call.id, why));
    this.reader = new StatusReader({
      pollMs: this.settings.pollMs,
      statuses: (ids) => this.service.statuses(ids),
      onStatus: (call, status) => this.take(call, status),
      onFailure: (calls, error) => calls.forEach((call) => this.end(call, this.blocked(call.toolName, error))),
    });
  }

  /** Whether the service decides the calls of a tool. */
  requiresApproval(toolName: string): boolean {
    return this.settings.matches(toolName);
  }

  /** Throws `RemoteApprovalException` if the application has not stated where the service is. */
  assertUsable(): void {
    this.service.assertUrl();
  }

  /**
   * Requests a decision and waits for it. Throws `ToolApprovalRejectedException`, `ToolApprovalTimeoutException`, or
   * `GuardrailBlockedException` if the service cannot be used. An abort of the signal withdraws the request.
   */
  async requestAndWait(request: ToolApprovalRequest): Promise<ApprovedCall> {
    const { toolName, signal } = request;
    this.service.assertUrl();
    if (this.isClosed) throw new GuardrailBlockedException(toolName, `${CLOSING}.`);
    signal?.throwIfAborted();
    const call = new WaitingCall(
      toolName,
      this.settings.timeoutMs,
      (one, reason) => this.interrupt(one, reason),
      signal,
    );
    this.waiting.add(call);
    void this.open(call, request);
    const approved = await call.approved;
    this.approvedCalls.add(approved, signal);
    return approved;
  }

  /**
   * Claims an approved call before its body runs. Throws `ToolApprovalRejectedException` if it may not run, and
   * `ToolApprovalTimeoutException` if the service does not answer in time.
   */
  claim(call: ApprovedCall, signal?: AbortSignal): Promise<ClaimedCall> {
    this.approvedCalls.take(call);
    const { service, background, logger } = this;
    return claimCall(call, { service, background, logger, timeoutMs: this.settings.timeoutMs, signal });
  }

  /** Ends every wait and withdraws its request, waits shortly for reports, and accepts no more requests. */
  async close(): Promise<void> {
    this.endWaiting();
    await this.background.finish(CLOSE_MS);
  }

  /** Ends every wait and withdraws its request. Claimed calls may still report. */
  endWaiting(): void {
    this.isClosed = true;
    for (const call of this.waiting) this.end(call, new GuardrailBlockedException(call.toolName, `${CLOSING}.`));
    this.approvedCalls.dropAll('The application is closing.');
  }

  private async open(call: WaitingCall, request: ToolApprovalRequest): Promise<void> {
    const body = bodyOf(request, this.settings.timeoutMs);
    const { signal } = call.opening!;
    try {
      const opened = await this.service.request(body, signal);
      call.opening = undefined;
      if (call.isOver) return this.withdraw(opened.id, ENDED);
      this.opened(call, opened, hashOf(request.arguments));
    } catch (error) {
      // The service may have received the request and not answered. The same request returns the same call.
      if (call.isOver) this.background.start(WITHDRAW_MS, (end) => this.withdrawUnknown(body, end));
      else this.end(call, this.blocked(call.toolName, error));
    }
  }

  private opened(call: WaitingCall, { id, argsHash }: ExternalCallBody, expected: string): void {
    call.id = id;
    call.argsHash = argsHash;
    if (argsHash !== expected) {
      const problem =
        'the arguments at the service differ from those of this call. Configure the service so that it changes no arguments.';
      return this.end(call, new GuardrailBlockedException(call.toolName, problem));
    }
    this.reader.add(call);
  }

  private take(call: WaitingCall, status: ApprovalStatusWord | undefined): void {
    if (status === 'APPROVED') {
      this.waiting.delete(call);
      return call.approve();
    }
    void this.refuse(call, status);
  }

  private async refuse(call: WaitingCall, status: ApprovalStatusWord | undefined): Promise<void> {
    const { toolName, id } = call;
    const { timeoutMs } = this.settings;
    const unknown = {
      approval: status ?? 'CANCELLED',
      ...(!status && { reason: 'the service does not know it any more' }),
    };
    const known = status && (await this.service.get(id, AbortSignal.timeout(REASON_MS)).catch(() => undefined));
    // The call is not approved, even if the service now returns another status.
    const refused = known && known.approval !== 'APPROVED' ? known : unknown;
    this.settle(call, refusalOfCall(toolName, timeoutMs, refused));
  }

  // The time is over, or the turn was aborted.
  private interrupt(call: WaitingCall, reason: unknown): void {
    const { timeoutMs } = this.settings;
    const what = call.id === '' ? 'the approval service did not answer' : 'no person decided it';
    this.end(call, reason ?? new ToolApprovalTimeoutException(call.toolName, timeoutMs, `${what} in ${timeoutMs} ms.`));
  }

  private end(call: WaitingCall, error: unknown): void {
    if (call.isOver) return;
    const { id, opening } = call;
    this.settle(call, error);
    opening?.abort();
    if (id !== '') this.withdraw(id, ENDED);
  }

  private settle(call: WaitingCall, error: unknown): void {
    this.waiting.delete(call);
    this.reader.remove(call);
    if (!call.isOver) call.fail(error);
  }

  private withdraw(id: string, why: string): void {
    this.background.start(WITHDRAW_MS, (signal) => this.service.cancel(id, why, signal));
  }

  private async withdrawUnknown(body: ExternalRequestBody, signal: AbortSignal): Promise<void> {
    const { id } = await this.service.request(body);
    await this.service.cancel(id, ENDED, signal);
  }

  private blocked(toolName: string, error: unknown): GuardrailBlockedException {
    if (error instanceof GuardrailBlockedException) return error;
    const problem = describeFailure(error, this.service.url);
    return new GuardrailBlockedException(toolName, `${problem.replace(/\.$/, '')}.`, { cause: error });
  }
}

const ENDED = 'The call does not wait any more.';

const bodyOf = (request: ToolApprovalRequest, timeoutMs: number): ExternalRequestBody => {
  const { toolName, description, requestId = randomUUID(), requester, conversation } = request;
  return {
    tool: toolName,
    ...(description !== undefined && { description }),
    arguments: request.arguments,
    // Edits are not possible: the body runs with the arguments of the model.
    requirement: { expiresInMs: timeoutMs, onTimeout: 'reject' },
    ...(requester !== undefined && { requester: { id: requester } }),
    ...(conversation !== undefined && { conversation }),
    requestId,
  };
};

const ANSWERED = 'a person answered in place of the tool';

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    REJECTED: 'a person rejected it',
    CANCELLED: 'it was canceled at the approval service',
    LAPSED: 'its approval was not used in time',
    REVOKED: 'its approval was revoked',
    RESPONDED: ANSWERED,
  }),
);

/** Returns why a call that was not approved does not run. */
const refusalOfCall = (
  toolName: string,
  timeoutMs: number,
  { approval, reason, result }: Pick<ExternalCallBody, 'approval' | 'reason' | 'result'>,
): ToolApprovalRejectedException | ToolApprovalTimeoutException => {
  if (approval === 'EXPIRED')
    return new ToolApprovalTimeoutException(toolName, timeoutMs, 'no person decided it in time');
  if (approval === 'RESPONDED' && result !== undefined) {
    const answer = shortened(typeof result === 'string' ? result : JSON.stringify(result), LONGEST_ANSWER);
    return new ToolApprovalRejectedException(toolName, `${ANSWERED}: ${answer}`);
  }
  // Any other status, also one of a later version, is no approval.
  const known = REASONS.get(approval) ?? 'it was already started or has ended at the approval service';
  return new ToolApprovalRejectedException(toolName, reason?.trim() ? shortened(reason, LONGEST_REASON) : known);
};
