import type { Message, ToolCallOutcome, ToolResultPart } from 'toolgate/model';
import type { Attributes } from '../attributes/attributes.js';

/** The error kinds of calls that fail before a tool runs. */
const WRONG = new Set(['unknown-tool', 'malformed-arguments', 'invalid-arguments']);

/** An unknown tool name may be any text of the model. */
const LONGEST = 64;

/** Returns the calls in some messages that were answered without running a tool, and why. */
export const callsNotRun = (messages: readonly Message[]): readonly Attributes[] =>
  messages
    .flatMap((message): readonly ToolResultPart[] => (message.role === 'tool' ? message.content : []))
    .flatMap(({ toolCallId, toolName, outcome }) => {
      const reason = reasonOf(outcome);
      if (reason === undefined) return [];
      const call = { 'gen_ai.tool.name': toolName.slice(0, LONGEST), 'gen_ai.tool.call.id': toolCallId };
      return [{ ...call, 'toolgate.tool.outcome': outcome.type, 'toolgate.tool.reason': reason }];
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
