import {
  Advisor,
  type AdvisorChain,
  AroundAdvisor,
  ChatClient,
  type ChatClientRequest,
  ChatMemoryRepository,
} from 'toolgate';
import type { StoredMessage } from 'toolgate/memory';
import {
  ChatModel,
  type ChatResponse,
  type ChatStream,
  type Message,
  type StreamPart,
  userMessage,
} from 'toolgate/model';
import { boot, drain } from './boot.js';
import { compare } from './compare.js';
import { InProcessModel } from './in-process.model.js';
import { toolsOf } from './tools-of.js';

const CHUNKS = 2000;

/** Answers with many small chunks; no I/O. */
class LongModel extends ChatModel {
  async call(): Promise<ChatResponse> {
    throw new Error('This model only streams.');
  }

  async *stream(): ChatStream {
    const text: StreamPart = { type: 'text-delta', id: '0', delta: 'word ' };
    for (let index = 0; index < CHUNKS; index++) yield text;
    const end = { finishReason: { unified: 'stop' }, usage: {} } as const;
    yield { type: 'finish', ...end };
    return { message: { role: 'assistant', content: [{ type: 'text', text: 'word '.repeat(CHUNKS) }] }, ...end };
  }
}

/** A long answer, directly from the model and through a client. */
export const longStream = async (atOnce: number) => {
  const model = new LongModel();
  const app = await boot({ model });
  const chat = app.get(ChatClient);
  const result = await compare(
    () => drain(model.stream()),
    () => drain(chat.prompt('Tell me all').stream()),
    atOnce,
  );
  await app.close();
  return result;
};

/** Stores nothing, so that the growth of a store is not measured. */
class NothingKept extends ChatMemoryRepository {
  async append(): Promise<void> {}
  async find(): Promise<readonly Message[]> {
    return [];
  }
  async history(): Promise<readonly StoredMessage[]> {
    return [];
  }
  async removeLast(): Promise<readonly Message[]> {
    return [];
  }
  async conversations(): Promise<readonly string[]> {
    return [];
  }
  async delete(): Promise<void> {}
  async deleteUnusedSince(): Promise<number> {
    return 0;
  }
}

class Around extends AroundAdvisor {}

class Generator extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain) {
    return yield* chain.next(request);
  }
}

/** A prompt with a tool round trip, without and with a memory and three advisors. */
export const withAdvisors = async (mode: 'call' | 'stream', kind: 'around' | 'generator') => {
  const tools = toolsOf(1);
  const plain = await boot({ model: new InProcessModel() }, [tools]);
  const advisors = Array.from({ length: 3 }, () => (kind === 'around' ? new Around() : new Generator()));
  const full = await boot({ model: new InProcessModel(), memory: true, client: { advisors } }, [
    tools,
    { provide: ChatMemoryRepository, useClass: NothingKept },
  ]);
  const ask = (chat: ChatClient) => () => {
    const prompt = chat.prompt({ messages: [userMessage('Where is A-1042?')], tools: [tools] });
    const spec = prompt.conversation('c');
    return mode === 'call' ? spec.call().content() : drain(spec.stream());
  };
  const result = await compare(ask(plain.get(ChatClient)), ask(full.get(ChatClient)), 1);
  await Promise.all([plain.close(), full.close()]);
  return result;
};
