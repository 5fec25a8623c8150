import { recordOf } from '#core';
import type { ToolApprovalEvent } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { METADATA } from '../attributes/gen-ai.constants.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Attributes } from '../attributes/attributes.js';

const SAID = { approved: 'approve', rejected: 'reject', asked: 'ask', error: 'error', bypassed: '' } as const;

/** Returns the attributes of a decision besides its outcome. The reason is included only if the options enable it. */
export const decisionAttributes = (event: ToolApprovalEvent, telemetry: Telemetry): Attributes => {
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
