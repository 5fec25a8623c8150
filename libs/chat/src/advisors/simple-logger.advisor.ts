import { idsForLog, isDebugEnabled, redactSecrets } from '#core';
import { type ChatResponse, LineLogger, type Message, toolCallsOf } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';
import { type AdvisedStream, Advisor, type AdvisorChain } from '../contract/advisor.js';
import { aroundStream } from '../stream/around-stream.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';

/** Options of the `SimpleLoggerAdvisor`. */
export interface SimpleLoggerAdvisorOptions {
  /** Inside the tool loop the advisor logs each round, outside of it each turn. @default 0 */
  readonly order?: number;
  /** Also logs message texts; values that look like secrets are redacted. @default false */
  readonly content?: boolean;
  /** Replaces the built-in format; its result is logged without redaction. */
  readonly formatRequest?: (request: ChatClientRequest) => string;
  /** Replaces the built-in format; its result is logged without redaction. */
  readonly formatResponse?: (response: ChatResponse) => string;
}

/** Logs requests and responses at Nest's debug level: roles, finish reason and usage. */
export class SimpleLoggerAdvisor extends Advisor {
  override readonly order: number;
  private readonly logger = new LineLogger('SimpleLoggerAdvisor');
  private readonly formatRequest: (request: ChatClientRequest) => string;
  private readonly formatResponse: (response: ChatResponse) => string;

  constructor({ order = 0, content = false, formatRequest, formatResponse }: SimpleLoggerAdvisorOptions = {}) {
    super();
    this.order = order;
    this.formatRequest = formatRequest ?? ((request) => describeRequest(request, content));
    this.formatResponse = formatResponse ?? ((response) => describeResponse(response, content));
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const { context } = request.turn;
    return aroundStream(
      () => {
        this.log('request', context, () => this.formatRequest(request));
        return chain.next(request);
      },
      (response) => {
        this.log('response', context, () => this.formatResponse(response.chatResponse));
        return response;
      },
    );
  }

  // The text is only created if the debug level is enabled.
  private log(what: string, context: ToolContext, words: () => string): void {
    if (!isDebugEnabled()) return;
    const [first, ...below] = words().split('\n');
    this.logger.debug(`${what} ${idsForLog(context)}: ${first}`, below.length > 0 ? below.join('\n') : undefined);
  }
}

/** Describes a request in one line of JSON; message texts are included only if `content` is true. */
const describeRequest = ({ turn, round, messages }: ChatClientRequest, content: boolean): string =>
  JSON.stringify({ client: turn.client, mode: turn.mode, round, messages: messages.map(({ role }) => role) }) +
  textsOf(messages, content);

/** Describes a response in one line of JSON; the answer's text is included only if `content` is true. */
const describeResponse = ({ message, finishReason, usage, metadata }: ChatResponse, content: boolean): string =>
  JSON.stringify({
    finishReason,
    usage,
    id: metadata?.id,
    model: metadata?.model,
    toolCalls: toolCallsOf(message).map(({ toolName }) => toolName),
  }) + textsOf([message], content);

const textsOf = (messages: readonly Message[], content: boolean): string =>
  content ? ` ${redactSecrets(JSON.stringify(messages, withoutBytes))}` : '';

const withoutBytes = (key: string, value: unknown): unknown => {
  if (key === 'providerMetadata') return undefined;
  if (typeof value !== 'string') return value;
  const hasBytes = key === 'base64' || (key === 'url' && value.startsWith('data:'));
  return hasBytes ? `${value.length} characters` : value;
};
