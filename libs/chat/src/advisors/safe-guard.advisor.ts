import { isPromiseLike, kindOf, type MaybePromise } from '#core';
import { type ChatResponse, type Message, type ToolResultPart, assistantMessage } from 'toolgate/model';
import { type AdvisedStream, Advisor, type AdvisorChain } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { TurnSlot } from '../contract/turn-slot.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { collectAnswer, textsIn } from './collect-answer.js';
import type { ModerationContext, ModerationVerdict, Moderator } from './moderator.js';
import { isOfSuspension } from '../stream/is-of-suspension.js';
import { partsOfResponse } from '../stream/response-parts.js';
import { textOfOutput } from '../loop/synthetic-response.js';

/** The blocked texts, and the answer to them. */
export interface SafeGuardAdvisorOptions {
  /** Words or phrases that must not reach the model, in upper or lower case. */
  readonly words?: readonly string[];
  /** `substring` also finds words inside of other words, for languages without spaces. @default 'word' */
  readonly match?: 'word' | 'substring';
  /** Decides on texts that contain none of the words. */
  readonly moderator?: Moderator;
  /** Also checks the text of the answer; a stream then yields the answer only when it is complete. @default false */
  readonly answer?: boolean;
  /** The answer if a text is blocked. */
  readonly failureText?: string;
  /** Inside the tool loop, the advisor also checks the results of tools. @default 0 */
  readonly order?: number;
}

/** The failure text; undefined if nothing is blocked. */
type Failure = string | undefined;

const FAILURE_TEXT = 'I cannot answer that. Please ask in other words, or ask something else.';

/**
 * Answers with a failure text if the prompt contains a blocked word or the moderator blocks it. The advisors inside and
 * the model are not called then.
 */
export class SafeGuardAdvisor extends Advisor {
  override readonly order: number;
  private readonly failureText: string;
  private readonly moderator?: Moderator;
  private readonly checksAnswer: boolean;
  private readonly hasWord?: (text: string) => boolean;
  // Messages that passed are checked once per turn, not again in each round.
  private readonly passed = new TurnSlot<Set<Message>>();

  constructor(options: SafeGuardAdvisorOptions) {
    super();
    const { words, match = 'word', moderator, answer = false, failureText = FAILURE_TEXT, order = 0 } = options ?? {};
    if (!words && !moderator)
      throw new ChatClientException('A SafeGuardAdvisor needs words, a moderator, or both. Pass one of them.');
    if (words && !Array.isArray(words))
      throw new ChatClientException(`A SafeGuardAdvisor received ${kindOf(words)} as its words. Pass a list of words.`);
    if (typeof failureText !== 'string' || !failureText.trim())
      throw new ChatClientException(
        `A SafeGuardAdvisor received ${kindOf(failureText)} as its failureText. Pass a string that is not empty, or leave it out.`,
      );
    this.order = order;
    this.failureText = failureText;
    this.moderator = moderator;
    this.checksAnswer = answer;
    this.hasWord = blockedWords(words ?? [], match);
  }

  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const checking = this.checkPrompt(request);
    const failure = isPromiseLike(checking) ? await checking : checking;
    if (failure !== undefined) return yield* answerWith(failure, request);
    if (!this.checksAnswer) return yield* chain.next(request);
    const { parts, texts, response, error } = await collectAnswer(chain.next(request));
    if (!response && !request.turn.durable?.suspended) throw error;
    const objection = await this.check([texts], { subject: 'answer', request });
    if (!response) {
      // The turn waits for a person, whatever its text is.
      yield* objection === undefined ? parts : parts.filter(isOfSuspension);
      throw error;
    }
    if (objection !== undefined) return yield* answerWith(objection, request, response);
    yield* parts;
    return response;
  }

  private checkPrompt(request: ChatClientRequest): MaybePromise<Failure> {
    const { turn, messages } = request;
    const passed = this.passed.of(turn) ?? new Set<Message>();
    this.passed.set(turn, passed);
    const unseen = messages.filter((message) => !passed.has(message));
    const remember = (failure: Failure): Failure => {
      if (failure === undefined) for (const message of unseen) passed.add(message);
      return failure;
    };
    const checking = this.check(unseen.flatMap(textsOfMessage), { subject: 'prompt', request });
    return isPromiseLike(checking) ? checking.then(remember) : remember(checking);
  }

  private check(texts: readonly Parts[], context: ModerationContext): MaybePromise<Failure> {
    const text = joined(texts, '\n');
    // A reader may show the parts of a text apart, or as one.
    if (this.hasWord?.(text) || this.hasWord?.(joined(texts, ''))) return this.failureText;
    if (!this.moderator || text.trim() === '') return undefined;
    const verdict = this.moderator.moderate(text, context);
    return isPromiseLike(verdict) ? Promise.resolve(verdict).then(this.failureOf) : this.failureOf(verdict);
  }

  private readonly failureOf = (verdict: boolean | ModerationVerdict): Failure => {
    const { type, failureText = this.failureText } = toVerdict(verdict);
    return type === 'allow' ? undefined : failureText;
  };
}

// An invalid verdict must not let a text pass.
const toVerdict = (verdict: boolean | ModerationVerdict): { type: string; failureText?: string } => {
  if (typeof verdict === 'boolean') return { type: verdict ? 'allow' : 'block' };
  if (verdict?.type === 'allow' || verdict?.type === 'block') return verdict;
  throw new ChatClientException(`A Moderator returned ${JSON.stringify(verdict)}. Return true, false or a verdict.`);
};

async function* answerWith(
  failureText: string,
  { turn, round, context }: ChatClientRequest,
  blocked?: ChatClientResponse,
): AdvisedStream {
  const { usage = {}, metadata } = blocked?.chatResponse ?? {};
  const chatResponse: ChatResponse = {
    message: assistantMessage(failureText),
    finishReason: { unified: 'content-filter' },
    usage,
    ...(metadata && { metadata }),
  };
  if (turn.mode === 'stream') yield* partsOfResponse(chatResponse, round);
  return { context, ...blocked, chatResponse };
}

/** The parts of one text. */
type Parts = readonly string[];

const joined = (texts: readonly Parts[], between: string): string =>
  texts
    .map((parts) => parts.join(between))
    .filter(Boolean)
    .join('\n');

/** Returns the texts of a message, including the results of tools. */
const textsOfMessage = (message: Message): readonly Parts[] => {
  if (message.role === 'system') return [[message.text]];
  return message.role === 'tool' ? message.content.map(partsOfResult) : [textsIn(message.content)];
};

const partsOfResult = ({ output }: ToolResultPart): Parts =>
  output.type === 'content' ? textsIn(output.parts) : [textOfOutput(output)];

/** Returns a test for texts that contain one of the words, in upper or lower case; undefined if there is no word. */
const blockedWords = (
  words: readonly string[],
  match: 'word' | 'substring',
): ((text: string) => boolean) | undefined => {
  if (words.length === 0) return undefined;
  const pattern = words.map(patternOf).join('|');
  const whole = match === 'word' ? `(?<![${LETTER}])(?:${pattern})(?![${LETTER}])` : pattern;
  // Regular expressions compare the case of letters by Unicode, independent of the locale.
  const expression = new RegExp(whole, 'iu');
  return (text) => expression.test(text.normalize('NFKC'));
};

const LETTER = String.raw`\p{L}\p{M}\p{N}_`;

const patternOf = (word: string): string => {
  if (typeof word !== 'string' || word.trim() === '') {
    throw new ChatClientException('A SafeGuardAdvisor received an empty word, which every text contains. Remove it.');
  }
  const escaped = word
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return escaped.replaceAll(/\s+/g, String.raw`\s+`);
};
