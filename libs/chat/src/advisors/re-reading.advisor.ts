import { augmentUser, type Message } from 'toolgate/model';
import { type AdvisedStream, Advisor, type AdvisorChain } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { PromptTemplate } from '../prompt/prompt-template.js';

/** Options of the `ReReadingAdvisor`. */
export interface ReReadingAdvisorOptions {
  /** @default 0 */
  readonly order?: number;
  /** A template with the parameter `question`. @default '{question}\nRead the question again: {question}' */
  readonly template?: string | PromptTemplate;
}

/** Repeats the last user text by a template, so that the model reads it twice; this improves many answers. */
export class ReReadingAdvisor extends Advisor {
  override readonly order: number;
  private readonly template: PromptTemplate;

  constructor({ order = 0, template = TWICE }: ReReadingAdvisorOptions = {}) {
    super();
    this.order = order;
    this.template = checkedTemplate(typeof template === 'string' ? new PromptTemplate(template) : template);
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return chain.next({ ...request, messages: this.repeat(request.messages) });
  }

  private repeat(messages: readonly Message[]): readonly Message[] {
    return augmentUser(messages, (question) => question && this.template.render({ question }));
  }
}

// Without the parameter, the model would never receive a question.
const checkedTemplate = (template: PromptTemplate): PromptTemplate => {
  const question = '\u0001';
  if (template.render({ question }).includes(question)) return template;
  throw new ChatClientException('The template of a ReReadingAdvisor must contain {question}. Add it.');
};

const TWICE = '{question}\nRead the question again: {question}';
