import {
  Advise,
  type AdvisedStream,
  type AdvisorChain,
  type ChatClientRequest,
  type ConversationKey,
  type LastTurn,
  MemoryAdvisor,
} from 'toolgate/chat';
import { MessageChatMemoryAdvisor } from './message-chat-memory.advisor.js';

/**
 * The memory advisor that `forRoot({ memory })` adds to the application's client. It does nothing if the chain has
 * another memory advisor.
 */
@Advise({ clients: ['default'] })
export class AutomaticChatMemoryAdvisor extends MessageChatMemoryAdvisor {
  override advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return this.stepsBack(chain) ? chain.next(request) : super.advise(request, chain);
  }

  override async onResume(request: ChatClientRequest, chain: AdvisorChain): Promise<void> {
    if (!this.stepsBack(chain)) await super.onResume(request, chain);
  }

  override async lastTurn(conversation: ConversationKey, chain: AdvisorChain): Promise<LastTurn | undefined> {
    return this.stepsBack(chain) ? undefined : super.lastTurn(conversation, chain);
  }

  private stepsBack({ advisors }: AdvisorChain): boolean {
    return advisors.some((advisor) => advisor instanceof MemoryAdvisor && advisor !== this);
  }
}
