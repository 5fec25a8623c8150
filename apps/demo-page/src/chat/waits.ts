import { isToolUIPart, type UIMessage } from 'ai';

/** The output of a call that has not run, and that this person does not decide. */
export interface Waiting {
  readonly status: 'waiting';
  readonly text: string;
}

export const isWaiting = (output: unknown): output is Waiting =>
  Object(output).status === 'waiting' && typeof Object(output).text === 'string';

/** Whether the turn of a message waits for a person, here or elsewhere, or for a decision that is being sent. */
export const waits = ({ role, parts }: UIMessage): boolean =>
  role === 'assistant' &&
  parts.some(
    (part) =>
      isToolUIPart(part) &&
      (part.state === 'approval-requested' ||
        part.state === 'approval-responded' ||
        (part.state === 'output-available' && isWaiting(part.output))),
  );
