import { addUsage } from '#model';
import {
  augmentUser,
  type ChatResponse,
  type CustomPart,
  ENTITY_KIND,
  hasToolCalls,
  type StreamPart,
  textOf,
  toJson,
  type Usage,
} from 'toolgate/model';
import type { InputIssue } from 'toolgate/tool';
import type { AdvisedStream, AdvisorChain } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { isOfSuspension } from '../stream/is-of-suspension.js';
import { closeStream } from '../stream/pulled-stream.js';
import type { ReadAnswer } from './read-answer.js';
import { describeIssues, StructuredOutputException } from './structured-output.errors.js';

/** How answers are validated, and how often the model is called again. */
export interface Validation {
  readonly read: ReadAnswer<unknown>;
  /** The number of further calls of the model. */
  readonly attempts: number;
  /** Receives the parts of every attempt as they arrive. */
  readonly watch?: AnswerWatch;
  /** Whether the valid answer receives its value as a part, for readers that know no schema. */
  readonly addsPart?: boolean;
}

/** Observes attempts while they are streamed. */
export interface AnswerWatch {
  begin(): void;
  see(part: StreamPart): void;
}

/**
 * Calls the model until its answer is valid. Each further call sends the original messages and the issues of the last
 * answer. An answer that calls tools is returned as it is. The parts of a streamed answer are yielded once it is valid.
 * @throws StructuredOutputException after the last attempt
 */
export async function* askUntilValid(
  request: ChatClientRequest,
  chain: AdvisorChain,
  { read, attempts, watch, addsPart = false }: Validation,
): AdvisedStream {
  let next = request;
  let usage: Usage | undefined;
  for (let attempt = 0; ; attempt += 1) {
    watch?.begin();
    const buffer: StreamPart[] = [];
    const answer = yield* bufferParts(chain.next(next), buffer, watch);
    usage = usage ? addUsage(usage, answer.chatResponse.usage) : answer.chatResponse.usage;
    const response = attempt === 0 ? answer : { ...answer, chatResponse: { ...answer.chatResponse, usage } };
    const { chatResponse } = response;
    const reading = hasToolCalls(chatResponse) ? undefined : await read(textOf(chatResponse.message));
    if (reading?.type !== 'issues') {
      const part = addsPart && reading ? entityPart(reading.value) : undefined;
      yield* part ? withPart(buffer, part) : buffer;
      return part ? { ...response, chatResponse: answerWith(chatResponse, part) } : response;
    }
    if (attempt === attempts) throw new StructuredOutputException(chatResponse, reading.issues, attempt + 1);
    next = { ...request, messages: augmentUser(request.messages, (text) => withIssues(text, reading.issues)) };
  }
}

const entityPart = (value: unknown): CustomPart => ({ type: 'custom', kind: ENTITY_KIND, data: toJson(value) });

// The last part of an answer states that it is complete.
const withPart = (parts: readonly StreamPart[], part: CustomPart): readonly StreamPart[] => {
  const end = parts.findLastIndex(({ type }) => type === 'finish');
  return end < 0 ? parts : parts.toSpliced(end, 0, { ...part, round: parts[end]?.round });
};

const answerWith = ({ message, ...answer }: ChatResponse, part: CustomPart): ChatResponse => ({
  ...answer,
  message: { ...message, content: [...message.content, part] },
});

const withIssues = (text: string, issues: readonly InputIssue[]): string =>
  `${text}\nThe answer given before was not valid: ${describeIssues(issues)}. Answer again, and correct this.`;

// An answer that calls tools is not validated, and a suspension has no answer: the parts of their round are not buffered
// any longer.
async function* bufferParts(
  stream: AdvisedStream,
  buffer: StreamPart[],
  watch: AnswerWatch | undefined,
): AsyncGenerator<StreamPart, ChatClientResponse, void> {
  let isLive = false;
  let liveRound: number | undefined;
  try {
    for (;;) {
      const step = await stream.next();
      if (step.done) return step.value;
      const part = step.value;
      watch?.see(part);
      buffer.push(part);
      if ((part.type === 'tool-call' && !part.providerExecuted) || isOfSuspension(part)) {
        isLive = true;
        liveRound = part.round;
      } else isLive &&= part.round === liveRound;
      if (isLive) yield* buffer.splice(0);
    }
  } finally {
    await closeStream(stream);
  }
}
