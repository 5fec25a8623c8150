import { type ChatResponse, LineLogger } from 'toolgate/model';
import { idsForLog, isDebugEnabled, type ToolContext } from 'toolgate/tool';
import { type AdvisedStream, Advisor, type AdvisorChain } from '../advisor.js';
import { aroundStream } from '../around-stream.js';
import type { ChatClientRequest } from '../chat-client-request.js';
import { describeRequest, describeResponse } from './describe-exchange.js';

/** What a logger writes. */
export interface SimpleLoggerAdvisorOptions {
  /** Where it stands: inside the tool loop it writes each round, outside each turn. @default 0 */
  readonly order?: number;
  /** Writes what was said, too, without what looks like a secret. @default false */
  readonly content?: boolean;
  /** In place of our own words; nothing is taken out of what it gives. */
  readonly formatRequest?: (request: ChatClientRequest) => string;
  /** In place of our own words; nothing is taken out of what it gives. */
  readonly formatResponse?: (response: ChatResponse) => string;
}

/** Writes requests and responses to Nest's log at the debug level: who spoke, why it ended and what it cost. */
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

  // What nobody reads is not put into words.
  private log(what: string, context: ToolContext, words: () => string): void {
    if (!isDebugEnabled()) return;
    const [first, ...below] = words().split('\n');
    this.logger.debug(`${what} ${idsForLog(context)}: ${first}`, below.length > 0 ? below.join('\n') : undefined);
  }
}
