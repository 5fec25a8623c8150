import { augmentUser, type Message } from 'toolgate/model';
import { type AdvisedStream, Advisor, type AdvisorChain } from '../advisor.js';
import type { ChatClientRequest } from '../chat-client-request.js';
import { PromptTemplate } from '../template/prompt-template.js';

/** How a question is said again. */
export interface ReReadingAdvisorOptions {
  /** @default 0 */
  readonly order?: number;
  /** With the parameter `question`. @default '{question}\nRead the question again: {question}' */
  readonly template?: string | PromptTemplate;
}

/** Has a model read the last user text twice, which makes many answers better: the text is said again by a template. */
export class ReReadingAdvisor extends Advisor {
  override readonly order: number;
  private readonly template: PromptTemplate;

  constructor({ order = 0, template = TWICE }: ReReadingAdvisorOptions = {}) {
    super();
    this.order = order;
    this.template = typeof template === 'string' ? new PromptTemplate(template) : template;
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return chain.next({ ...request, messages: this.sayAgain(request.messages) });
  }

  private sayAgain(messages: readonly Message[]): readonly Message[] {
    return augmentUser(messages, (question) => question && this.template.render({ question }));
  }
}

const TWICE = '{question}\nRead the question again: {question}';
