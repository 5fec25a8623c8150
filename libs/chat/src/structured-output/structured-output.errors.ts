import { type ChatResponse, textOf } from 'toolgate/model';
import type { InputIssue } from 'toolgate/tool';
import { hideFromLogs } from '../errors/hide-from-logs.js';

const MAX_ISSUES = 20;
const MAX_LENGTH = 300;

const WAYS_OUT: Readonly<Record<string, string>> = {
  length: 'It was cut off: raise maxOutputTokens, or ask for less.',
  'content-filter': 'A content filter of the provider or an advisor ended it: change the prompt, or read the response.',
  'tool-calls':
    'It contains tool calls that no advisor answers: enable the tool-calling advisor, or read the response.',
  'tool-call-limit':
    'The limit on tool calls ended the turn before the answer: raise it with limits(), or read the response.',
  'return-direct': 'It is the result of a tool that returns directly: leave returnDirect out, or read the response.',
};
const WAY_OUT = 'Describe the properties to the model, ask for less, or allow more attempts: { repeatAttempts: 5 }.';

/** Describes the issues of an answer, for a model or a developer; the text has a limited length. */
export const describeIssues = (issues: readonly InputIssue[]): string => {
  const lines = issues.slice(0, MAX_ISSUES).map((issue) => describeIssue(issue).slice(0, MAX_LENGTH));
  return [...lines, ...(issues.length > MAX_ISSUES ? [`and ${issues.length - MAX_ISSUES} more`] : [])].join('; ');
};

// A message begins with its verb, except for a whole sentence of a schema library.
const describeIssue = ({ path, message }: InputIssue): string => {
  const subject = path === '' && /^[a-z]/u.test(message) ? 'it' : path;
  return subject === '' ? message : `${subject} ${message}`;
};

/**
 * No answer of a model had the requested form after all attempts. The message holds no values of the answer. `text` is
 * the last answer; `chatResponse` is its response, with the usage of all attempts.
 */
export class StructuredOutputException extends Error {
  override readonly name = 'StructuredOutputException';
  /** The last answer's text. */
  readonly text: string;

  constructor(
    readonly chatResponse: ChatResponse,
    readonly issues: readonly InputIssue[],
    readonly attempts: number,
  ) {
    const { finishReason, message } = chatResponse;
    const count = attempts > 1 ? `The last of ${attempts} answers` : 'The answer';
    const wayOut = WAYS_OUT[finishReason.unified] ?? WAY_OUT;
    super(`${count} does not have the requested form: ${describeIssues(issues)}. ${wayOut}`);
    this.text = textOf(message);
    hideFromLogs(this, 'text', 'chatResponse');
  }
}
