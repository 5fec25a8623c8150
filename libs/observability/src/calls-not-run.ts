import type { Attributes } from '@opentelemetry/api';
import type { Message, ToolCallOutcome, ToolResultPart } from 'toolgate/model';
import { ATTRIBUTES } from './gen-ai.constants.js';

/** What is wrong with a call before a tool is run. */
const WRONG = new Set(['unknown-tool', 'malformed-arguments', 'invalid-arguments']);

/** A name that no tool has is whatever the model said. */
const LONGEST = 64;

/** The calls among some messages that were answered without running a tool, and why. */
export const callsNotRun = (messages: readonly Message[]): readonly Attributes[] =>
  messages
    .flatMap((message): readonly ToolResultPart[] => (message.role === 'tool' ? message.content : []))
    .flatMap(({ toolCallId, toolName, outcome }) => {
      const reason = reasonOf(outcome);
      if (reason === undefined) return [];
      const call = { [ATTRIBUTES.toolName]: toolName.slice(0, LONGEST), [ATTRIBUTES.toolCallId]: toolCallId };
      return [{ ...call, [ATTRIBUTES.outcome]: outcome.type, [ATTRIBUTES.reason]: reason }];
    });

const reasonOf = (outcome: ToolCallOutcome): string | undefined => {
  switch (outcome.type) {
    case 'denied':
      return outcome.decision;
    case 'limit':
      return outcome.limit;
    case 'error':
      return WRONG.has(outcome.kind) ? outcome.kind : undefined;
    case 'responded':
    case 'not-started':
      return outcome.type;
    default:
      return undefined;
  }
};
