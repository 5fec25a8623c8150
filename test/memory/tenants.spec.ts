import { describe, expect, it } from 'vitest';
import { ChatClient, RequesterResolver, type ToolContext } from 'toolgate';
import { ChatMemory, memoryFilter, MessageChatMemoryAdvisor, VectorStoreChatMemoryAdvisor } from 'toolgate/memory';
import { EmbeddingModel, textOf, VectorStore } from 'toolgate/model';
import { HashEmbeddingModel, ScriptedChatModel } from 'toolgate/testing';
import { remembering, told } from './memory.fixture.js';

/** Identifies each caller as Ada with the tenant of the tool context, if it names one. */
class Sessions extends RequesterResolver {
  identify({ data }: ToolContext<{ tenant?: string }>) {
    return { id: 'ada', ...(data.tenant !== undefined && { tenant: data.tenant }) };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const SESSIONS = { provide: RequesterResolver, useClass: Sessions };
const ACME = { tenant: 'acme', conversation: 'c' };
const GLOBEX = { tenant: 'globex', conversation: 'c' };

const asking = (chat: ChatClient) => (tenant: string | undefined, text: string) =>
  chat
    .prompt(text)
    .conversation('c')
    .toolContext({ ...(tenant !== undefined && { tenant }) })
    .call()
    .content();

describe('a conversation id of two tenants', () => {
  it.each([
    ['outside the tool loop', []],
    [
      'inside the tool loop',
      [
        {
          provide: MessageChatMemoryAdvisor,
          inject: [ChatMemory],
          useFactory: (memory: ChatMemory) => new MessageChatMemoryAdvisor(memory, { order: 0 }),
        },
      ],
    ],
  ])('has a separate history for each tenant: %s', async (_, memories) => {
    const script = ['Hello Acme.', 'Hello Globex.', 'Hello nobody.', 'Acme again.'];
    const { chat, model, repository, app } = await remembering({ script, providers: [SESSIONS, ...memories] });
    const ask = asking(chat);
    await ask('acme', 'Our secret is 1');
    await ask('globex', 'Our secret is 2');
    await ask(undefined, 'Our secret is 3');
    await ask('acme', 'And?');
    expect(model.prompts.map(({ messages }) => messages.map(textOf))).toEqual([
      ['Our secret is 1'],
      ['Our secret is 2'],
      ['Our secret is 3'],
      ['Our secret is 1', 'Hello Acme.', 'And?'],
    ]);
    expect(told(await repository.find(GLOBEX))).toEqual(['user: Our secret is 2', 'assistant: Hello Globex.']);
    expect(told(await app.get(ChatMemory).get('c'))).toEqual(['user: Our secret is 3', 'assistant: Hello nobody.']);
    await app.get(ChatMemory).clear(ACME);
    expect(await repository.find(ACME)).toEqual([]);
    expect(await repository.find(GLOBEX)).toHaveLength(2);
  });

  it('has separate long-term memories for each tenant, even if the texts are similar', async () => {
    const { chat, model, app } = await remembering({
      script: ['Noted.', 'Noted.', 'I do not know.'],
      options: { memory: false },
      providers: [SESSIONS, VectorStoreChatMemoryAdvisor, { provide: EmbeddingModel, useClass: HashEmbeddingModel }],
    });
    const ask = asking(chat);
    await ask('acme', 'The secret word is tangerine');
    await ask('globex', 'The secret word is walnut');
    await ask('globex', 'The secret word?');
    const [, , last] = model.prompts.map(({ messages }) => messages.map(textOf).join('\n'));
    expect(last).toContain('walnut');
    expect(last).not.toContain('tangerine');
    const store = app.get(VectorStore);
    const texts = async (of: Parameters<typeof memoryFilter>[0]) =>
      (await store.search({ text: 'secret', topK: 9, filter: memoryFilter(of) })).map(({ text }) => text).sort();
    expect(await texts(ACME)).toEqual(['Noted.', 'The secret word is tangerine']);
    expect(await texts('c')).toEqual([]);
    await store.delete({ filter: memoryFilter(GLOBEX) });
    expect(await texts(GLOBEX)).toEqual([]);
    expect(await texts(ACME)).toHaveLength(2);
  });
});

describe('a client without a container', () => {
  it('saves conversations for the tenant "default"', async () => {
    const { app, repository } = await remembering({ script: [] });
    const advisors = [new MessageChatMemoryAdvisor(app.get(ChatMemory))];
    const chat = ChatClient.create(new ScriptedChatModel(['Hello.']), { advisors });
    await chat.prompt('Hi').conversation('c').call().content();
    expect(told(await repository.find({ tenant: 'default', conversation: 'c' }))).toEqual([
      'user: Hi',
      'assistant: Hello.',
    ]);
  });
});
