import { type ChatResponse, textOf } from 'toolgate/model';
import type { InputIssue } from 'toolgate/tool';
import { keepUnlogged } from '../keep-unlogged.js';

const MAX_ISSUES = 20;
const MAX_LENGTH = 300;

const WAYS_OUT: Readonly<Record<string, string>> = {
  length: 'It was cut off: raise maxOutputTokens, or ask for less.',
  'content-filter': "The provider's content filter ended it.",
  'tool-calls': 'It asks for tools that nobody answers: switch the tool-calling advisor on, or read the response.',
  'tool-call-limit': 'The limit on tool calls ended the turn before the answer.',
  'return-direct': 'It is the result of a tool that returns directly: leave returnDirect out, or read the response.',
};
const WAY_OUT = 'Describe the properties to the model, ask for less, or allow more attempts: { repeatAttempts: 5 }.';

/** The text in which a model, or a developer, is told what is wrong with an answer; its length is not the model's to choose. */
export const describeIssues = (issues: readonly InputIssue[]): string => {
  const said = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => (path ? `${path} ${message}` : message).slice(0, MAX_LENGTH));
  return [...said, ...(issues.length > MAX_ISSUES ? [`and ${issues.length - MAX_ISSUES} more`] : [])].join('; ');
};

/**
 * A model did not answer in the form it was asked for, however often it was asked. The message holds no values of the
 * answer; `text` is the last one, and `chatResponse` the whole of it with the usage of all attempts.
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
    super(`${count} is not what was asked for: ${describeIssues(issues)}. ${wayOut}`);
    this.text = textOf(message);
    keepUnlogged(this, 'text', 'chatResponse');
  }
}
