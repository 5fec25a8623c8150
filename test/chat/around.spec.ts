import { describe, expect, it } from 'vitest';
import {
  Advisor,
  type AdvisorChain,
  AroundAdvisor,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
} from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { type StreamPart, systemMessage, textOf } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const log: string[] = [];

class Told extends AroundAdvisor {
  constructor(
    private readonly name: string,
    override readonly order: number = 0,
  ) {
    super();
  }

  protected override async before(request: ChatClientRequest) {
    log.push(`before ${this.name} ${request.round}`);
    return { ...request, messages: [systemMessage(this.name), ...request.messages] };
  }

  protected override after(response: ChatClientResponse) {
    log.push(`after ${this.name}: ${textOf(response.chatResponse.message) || 'calls'}`);
    return { ...response, context: { ...response.context, [this.name]: true } };
  }
}

/** An advisor that reads parts by itself, between two others. */
class Reading extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain) {
    const stream = chain.next(request);
    let step = await stream.next();
    for (; !step.done; step = await stream.next()) yield step.value;
    return step.value;
  }
}

const OUTSIDE = HIGHEST_PRECEDENCE + 250;
const start = (...advisors: Advisor[]) => {
  log.length = 0;
  const model = new ScriptedChatModel([callsTools(toolCall('look')), 'Here it is.'], { chunkSize: 4 });
  return { model, chat: ChatClient.create(model, { tools: [tool('look')], advisors }) };
};
const partsOf = async (stream: AsyncIterable<StreamPart>) => {
  const parts: StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
};

refuseUnhandledRejections();

describe.each(['call', 'stream'] as const)('an advisor around a turn or a round, in a %s', (mode) => {
  const read = async (chat: ChatClient): Promise<string> => {
    if (mode === 'call') return chat.prompt('Go').call().content();
    const parts = await partsOf(chat.prompt('Go').stream());
    return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
  };

  it('changes the request and sees the response, once outside the loop and in each round inside it', async () => {
    const { chat, model } = start(new Told('turn', OUTSIDE), new Reading(), new Told('round'));
    expect(await read(chat)).toBe('Here it is.');
    expect(log).toEqual([
      'before turn 0',
      'before round 0',
      'after round: calls',
      'before round 1',
      'after round: Here it is.',
      'after turn: Here it is.',
    ]);
    const systems = model.prompts.map(({ messages }) => messages.filter(({ role }) => role === 'system').map(textOf));
    expect(systems).toEqual([
      ['round', 'turn'],
      ['round', 'turn'],
    ]);
  });

  it('fails the turn with its own error', async () => {
    class Broken extends AroundAdvisor {
      protected override after(): never {
        throw new Error('no more');
      }
    }
    const { chat } = start(new Told('turn', OUTSIDE), new Broken());
    expect(String(await rejectionOf(read(chat)))).toContain('no more');
    expect(log).toEqual(['before turn 0']);
  });

  it('passes the errors of the model to an advisor that handles them', async () => {
    class Excuse extends Advisor {
      override readonly order = OUTSIDE;

      async *advise(request: ChatClientRequest, chain: AdvisorChain) {
        try {
          return yield* chain.next(request);
        } catch (error) {
          log.push(`caught ${(error as Error).message}`);
          throw error;
        }
      }
    }
    log.length = 0;
    const model = new ScriptedChatModel([new Error('down')]);
    const chat = ChatClient.create(model, { advisors: [new Excuse(), new Told('turn', OUTSIDE + 1)], retry: false });
    expect(String(await rejectionOf(read(chat)))).toContain('down');
    expect(log).toEqual(['before turn 0', 'caught down']);
  });
});

describe('an abort in a hook after the answer', () => {
  it.each(['call', 'stream'] as const)('ends the turn before the next hook, in a %s', async (mode) => {
    const controller = new AbortController();
    class Aborting extends AroundAdvisor {
      override readonly order = OUTSIDE + 1;

      protected override after(response: ChatClientResponse) {
        controller.abort();
        return response;
      }
    }
    const { chat } = start(new Told('outer', OUTSIDE), new Aborting(), new Told('inner', OUTSIDE + 2));
    const prompt = chat.prompt('Go').signal(controller.signal);
    expect(await rejectionOf(mode === 'call' ? prompt.call().content() : partsOf(prompt.stream()))).toMatchObject({
      cause: { name: 'AbortError' },
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['before outer 0', 'before inner 0', 'after inner: Here it is.']);
  });
});

describe('a stream with advisors around it', () => {
  it('has the same parts as a stream without them', async () => {
    const plain = await partsOf(start().chat.prompt('Go').stream());
    const around = await partsOf(
      start(new Told('turn', OUTSIDE), new Told('round'), new Told('again')).chat.prompt('Go').stream(),
    );
    expect(around).toEqual(plain);
  });

  it('runs every finally when its reader leaves', async () => {
    const left: string[] = [];
    class Closing extends Advisor {
      constructor(override readonly order: number) {
        super();
      }

      async *advise(request: ChatClientRequest, chain: AdvisorChain) {
        try {
          return yield* chain.next(request);
        } finally {
          left.push(String(this.order));
        }
      }
    }
    const { chat } = start(new Closing(OUTSIDE), new Told('turn', OUTSIDE + 1), new Told('round'), new Closing(1));
    for await (const _ of chat.prompt('Go').stream()) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(left).toEqual(['1', String(OUTSIDE)]);
    expect(log).toEqual(['before turn 0', 'before round 0']);
  });
});
