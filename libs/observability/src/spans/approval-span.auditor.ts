import { recordOf } from '#core';
import { Injectable } from '@nestjs/common';
import {
  AlwaysApproveStrategy,
  type Approval,
  type ApprovalHappening,
  type Run,
  ToolApprovalAuditor,
  type ToolApprovalEvent,
} from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { errorTypeOf } from '../attributes/error-type.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { readTrace } from './trace-parent.js';
import type { Attributes } from '../attributes/attributes.js';
import { METADATA } from '../attributes/gen-ai.constants.js';

/** How many tools of other systems metrics report by name. */
const MOST_FOREIGN = 100;

/**
 * Records each decision of the gate as `approve_tool {tool}`, and each wait for a person as `await_approval {tool}`.
 */
@Injectable()
export class ApprovalSpanAuditor extends ToolApprovalAuditor {
  private readonly foreign = new Set<string>();

  constructor(private readonly telemetry: Telemetry) {
    super();
  }

  override isListening(): boolean {
    return this.telemetry.isOn;
  }

  decided(event: ToolApprovalEvent): void {
    const { outcome, tool, context, startedAt = Date.now(), durationMs = 0 } = event;
    if (outcome === 'bypassed' || isUndecided(event)) return;
    const { name } = tool.definition;
    const common: Attributes = { 'gen_ai.tool.name': name, 'toolgate.tool.approval.outcome': outcome };
    const operation = this.telemetry.start(context.turn, {
      name: `approve_tool ${name}`,
      kind: 'INTERNAL',
      attributes: { ...common, 'gen_ai.tool.call.id': context.toolCallId },
      startedAt,
    });
    operation.end(() => {
      operation.addAttributes(() => decisionAttributes(event, this.telemetry));
      if (outcome === 'error') operation.failed(causeOf(event.error));
      operation.measure('approvalDuration', durationMs / 1000, common);
    }, startedAt + durationMs);
  }

  override happened({ event, run, approval, from }: ApprovalHappening): void {
    const { type, data } = event;
    if (from === undefined && type !== 'PENDING' && type !== 'OUTCOME_UNKNOWN') return;
    const slot = run.slots[Number(data?.['index'])];
    const common: Attributes = {
      'gen_ai.tool.name': this.measuredName(run, approval?.toolName ?? slot?.toolName),
      'toolgate.tool.approval.status': type.toLowerCase(),
    };
    this.telemetry.count('approvalEvents', common);
    if (!approval || from !== 'PENDING') return;
    // An expiry may be noticed later than it happens.
    const endedAt = Date.parse(type === 'EXPIRED' && approval.expiresAt < event.at ? approval.expiresAt : event.at);
    this.recordWait(approval, endedAt, common);
  }

  // Another system may name any tool in its request, and each name is a series of its own.
  private measuredName({ kind }: Run, name: string | undefined): string | undefined {
    if (kind !== 'external' || name === undefined || this.foreign.has(name)) return name;
    if (this.foreign.size === MOST_FOREIGN) return '_OTHER';
    this.foreign.add(name);
    return name;
  }

  private recordWait(
    { id, runId, toolName, toolCallId, traceParent, ...asked }: Approval,
    endedAt: number,
    common: Attributes,
  ) {
    const createdAt = Date.parse(asked.createdAt);
    const operation = this.telemetry.startIn(readTrace(traceParent), {
      name: `await_approval ${toolName}`,
      kind: 'INTERNAL',
      attributes: {
        ...common,
        'gen_ai.tool.name': toolName,
        'gen_ai.tool.call.id': toolCallId,
        'toolgate.run.id': runId,
        'toolgate.tool.approval.id': id,
      },
      startedAt: createdAt,
    });
    operation.end(() => operation.measure('approvalWait', (endedAt - createdAt) / 1000, common), endedAt);
  }
}

// Without a strategy there is no decision.
const isUndecided = ({ trace: [said, ...others] = [] }: ToolApprovalEvent): boolean =>
  said?.strategy === AlwaysApproveStrategy.name && others.length === 0 && !said.within;

// The error type of a failed call is more precise than `failed`.
const causeOf = (error: unknown): unknown => {
  const { cause } = recordOf(error);
  return ['Error', '_OTHER'].includes(errorTypeOf(cause)) ? error : cause;
};

const SAID = { approved: 'approve', rejected: 'reject', asked: 'ask', error: 'error', bypassed: '' } as const;

/** Returns the attributes of a decision besides its outcome. The reason is included only if the options enable it. */
const decisionAttributes = (event: ToolApprovalEvent, telemetry: Telemetry): Attributes => {
  const { context, reason, metadata } = event;
  const isReasonIncluded = telemetry.options.approvalReason && reason !== undefined;
  return {
    'toolgate.tool.approval.strategy': strategyIn(event),
    'toolgate.tool.approval.phase': context.phase === 'first' ? undefined : context.phase,
    'toolgate.tool.approval.reason': isReasonIncluded ? telemetry.redacted(() => reason) : undefined,
    ...(metadata && metadataAttributes(metadata, telemetry)),
  };
};

// The part of a composition that led to the outcome; if none did, the whole composition.
const strategyIn = ({ outcome, trace = [] }: ToolApprovalEvent): string | undefined => {
  const deciding = trace.find(({ decision }) => decision === SAID[outcome]);
  return deciding?.strategy ?? trace[0]?.within?.[0] ?? trace[0]?.strategy;
};

// As one JSON text, because a secret is often recognized by its name and not by its value.
const metadataAttributes = (metadata: JsonObject, telemetry: Telemetry): Attributes => {
  const text = telemetry.redacted(() => JSON.stringify(Object.fromEntries(scalarsIn(metadata))));
  const parsed: unknown = text === undefined ? undefined : telemetry.quietly(() => JSON.parse(text));
  return Object.fromEntries(scalarsIn(recordOf(parsed)).map(([key, value]) => [`${METADATA}${key}`, value]));
};

const scalarsIn = (record: object): readonly (readonly [string, string | number | boolean])[] =>
  Object.entries(record).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
