import { type AdvisedStream, type AdvisorChain, type ChatClientRequest, MemoryAdvisor } from 'toolgate/chat';
import { MessageChatMemoryAdvisor } from './message-chat-memory.advisor.js';

/** The memory that `forRoot({ memory })` gives to every client: it steps back where the chain has another one. */
export class AutomaticChatMemoryAdvisor extends MessageChatMemoryAdvisor {
  override advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const another = chain.advisors.some((advisor) => advisor instanceof MemoryAdvisor && advisor !== this);
    return another ? chain.next(request) : super.advise(request, chain);
  }
}
