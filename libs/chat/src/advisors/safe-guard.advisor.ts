import { assistantMessage, type ChatResponse, type Message } from 'toolgate/model';
import { isPromiseLike } from 'toolgate/tool';
import { type AdvisedStream, Advisor, type AdvisorChain } from '../advisor.js';
import type { ChatClientRequest } from '../chat-client-request.js';
import type { ChatClientResponse } from '../chat-client-response.js';
import type { ChatTurn } from '../chat-turn.js';
import { ChatClientException } from '../chat.errors.js';
import { partsOfResponse } from '../synthetic-response.js';
import { blockedWords } from './blocked-words.js';
import { heldBack } from './held-back.js';
import type { ModerationContext, ModerationVerdict, Moderator } from './moderator.js';
import { saidIn } from './said-in.js';

/** What is blocked, and what is said then. */
export interface SafeGuardAdvisorOptions {
  /** Words or phrases that must not be sent to the model, whatever the case of their letters. */
  readonly words?: readonly string[];
  /** `substring` finds them inside of other words too, as it must where a language puts no spaces. @default 'word' */
  readonly match?: 'word' | 'substring';
  /** Asked about what has none of the words. */
  readonly moderator?: Moderator;
  /** Checks the text of the answer too, which a stream then gives only when it is whole. @default false */
  readonly answer?: boolean;
  /** The answer where something was blocked. */
  readonly failureText?: string;
  /** Inside the tool loop it checks the results of tools, too. @default 0 */
  readonly order?: number;
}

type MaybePromise<T> = T | Promise<T>;

/** The failure text; undefined where nothing is blocked. */
type Failure = string | undefined;

const FAILURE_TEXT = 'I cannot answer that. Please ask in other words, or ask something else.';

/** Answers with a failure text where the prompt has a blocked word or a moderator says no: nothing further in is asked. */
export class SafeGuardAdvisor extends Advisor {
  override readonly order: number;
  private readonly failureText: string;
  private readonly moderator?: Moderator;
  private readonly checksAnswer: boolean;
  private readonly hasWord?: (text: string) => boolean;
  // What may pass was looked at once a turn, not again in each round.
  private readonly passed = new WeakMap<ChatTurn, WeakSet<Message>>();

  constructor(options: SafeGuardAdvisorOptions) {
    super();
    const { words, match = 'word', moderator, answer = false, failureText = FAILURE_TEXT, order = 0 } = options ?? {};
    if (!words && !moderator) throw new ChatClientException('A SafeGuardAdvisor needs words, a moderator, or both.');
    if (!failureText.trim()) throw new ChatClientException('A SafeGuardAdvisor was given an empty failureText.');
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
    const { parts, response, text } = await heldBack(chain.next(request));
    const objection = await this.check(text, { subject: 'answer', request });
    if (objection !== undefined) return yield* answerWith(objection, request, response);
    yield* parts;
    return response;
  }

  private checkPrompt(request: ChatClientRequest): MaybePromise<Failure> {
    const { turn, messages } = request;
    const passed = this.passed.get(turn) ?? new WeakSet();
    this.passed.set(turn, passed);
    const unseen = messages.filter((message) => !passed.has(message));
    const keep = (failure: Failure): Failure => {
      if (failure === undefined) for (const message of unseen) passed.add(message);
      return failure;
    };
    const checking = this.check(unseen.map(saidIn).filter(Boolean).join('\n'), { subject: 'prompt', request });
    return isPromiseLike(checking) ? checking.then(keep) : keep(checking);
  }

  private check(text: string, context: ModerationContext): MaybePromise<Failure> {
    if (this.hasWord?.(text)) return this.failureText;
    if (!this.moderator || text.trim() === '') return undefined;
    const verdict = this.moderator.moderate(text, context);
    return isPromiseLike(verdict) ? Promise.resolve(verdict).then(this.failureOf) : this.failureOf(verdict);
  }

  private readonly failureOf = (verdict: boolean | ModerationVerdict): Failure => {
    const { type, failureText = this.failureText } = toVerdict(verdict);
    return type === 'allow' ? undefined : failureText;
  };
}

// What is neither yes nor no must not let anything pass.
const toVerdict = (verdict: boolean | ModerationVerdict): { type: string; failureText?: string } => {
  if (typeof verdict === 'boolean') return { type: verdict ? 'allow' : 'block' };
  if (verdict?.type === 'allow' || verdict?.type === 'block') return verdict;
  throw new ChatClientException(`A moderator must give true, false or a verdict, and gave ${JSON.stringify(verdict)}.`);
};

async function* answerWith(
  failureText: string,
  { turn, round, context }: ChatClientRequest,
  unsaid?: ChatClientResponse,
): AdvisedStream {
  const { usage = {}, metadata } = unsaid?.chatResponse ?? {};
  const chatResponse: ChatResponse = {
    message: assistantMessage(failureText),
    finishReason: { unified: 'content-filter' },
    usage,
    ...(metadata && { metadata }),
  };
  if (turn.mode === 'stream') yield* partsOfResponse(chatResponse, round);
  return { context, ...unsaid, chatResponse };
}
