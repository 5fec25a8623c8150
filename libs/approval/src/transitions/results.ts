import type { JsonValue, ToolResultPart } from 'toolgate/model';
import type { Approval } from '../records/approval.js';

type Answer = Pick<ToolResultPart, 'output' | 'outcome'>;
type Denial = Extract<ToolResultPart['outcome'], { type: 'denied' }>['decision'];

const denied = (decision: Denial, reason: string): Answer => ({
  output: { type: 'text', text: `Tool execution was denied: ${reason}` },
  outcome: { type: 'denied', decision, reason },
});

/** What a model is told of a call that a person, the time or a cancellation kept from running; undefined where it may run. */
export const answerOf = ({ status, decisionReason, response }: Approval): Answer | undefined => {
  switch (status) {
    case 'REJECTED':
      return denied('reject', decisionReason ?? 'a person rejected it');
    case 'EXPIRED':
      return denied('expire', 'nobody approved it in time');
    case 'LAPSED':
      return denied('lapse', 'its approval was not used in time');
    case 'CANCELLED':
      return denied('cancel', decisionReason ?? 'it was cancelled');
    case 'REVOKED':
      return denied('revoke', decisionReason ?? 'its approval was revoked');
    case 'RESPONDED':
      return { output: outputOf(response), outcome: { type: 'responded' } };
    default:
      return undefined;
  }
};

const outputOf = (response: JsonValue = null): Answer['output'] =>
  typeof response === 'string' ? { type: 'text', text: response } : { type: 'json', value: response };

/** What a model is told of a call of which nobody knows whether it had its effect. */
export const UNKNOWN: Answer = {
  output: { type: 'text', text: 'It is not known whether this tool had its effect.' },
  outcome: { type: 'unknown' },
};

/** What a model is told of a call that nothing came of. */
export const NOT_STARTED: Answer = {
  output: { type: 'text', text: 'This tool was not started.' },
  outcome: { type: 'not-started' },
};
