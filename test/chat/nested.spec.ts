import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  AroundAdvisor,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatTurnException,
} from 'toolgate';
import { delegateTo, type DelegatingGenerator, DelegatingStream } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { ScriptedChatModel } from 'toolgate/testing';
import { settled } from '../story.fixture.js';
import { refuseUnhandledRejections } from './chat.fixture.js';

/** What an advisor of a stack does. */
type Kind = 'around' | 'generator' | 'delegating' | 'retrying' | 'excusing' | 'twice' | 'failing' | 'talking' | 'reading';

const KINDS: readonly Kind[] = [
  'around',
  'generator',
  'delegating',
  'retrying',
  'excusing',
  'twice',
  'failing',
  'talking',
  'reading',
];

type Next = () => AdvisedStream;
type Log = string[];

const word = (delta: string): StreamPart => ({ type: 'text-delta', id: 'x', delta, round: 0 });
const marked = (response: ChatClientResponse, name: string): ChatClientResponse => ({
  ...response,
  context: { ...response.context, [name]: Object.keys(response.context).length },
});

/** Each kind, in the plain words of a generator. */
const plain: Record<Kind, (name: string, log: Log, next: Next) => AdvisedStream> = {
  async *around(name, log, next) {
    log.push(`before ${name}`);
    const response = yield* next();
    log.push(`after ${name}`);
    return marked(response, name);
  },
  async *generator(name, log, next) {
    try {
      return marked(yield* next(), name);
    } finally {
      log.push(`finally ${name}`);
    }
  },
  async *delegating(name, log, next) {
    try {
      return marked(yield* next(), name);
    } catch (error) {
      log.push(`caught ${name}: ${(error as Error).message}`);
      throw error;
    } finally {
      log.push(`finally ${name}`);
    }
  },
  async *retrying(name, log, next) {
    try {
      return yield* next();
    } catch {
      log.push(`again ${name}`);
      return yield* next();
    }
  },
  async *excusing(name, log, next) {
    try {
      return yield* next();
    } catch (error) {
      log.push(`excuse ${name}`);
      yield word(`sorry ${(error as Error).message}`);
      return { chatResponse: ANSWER, context: { [name]: true } };
    }
  },
  async *twice(name, log, next) {
    yield* next();
    log.push(`once more ${name}`);
    return marked(yield* next(), name);
  },
  async *failing(name, log, next) {
    yield* next();
    log.push(`fails ${name}`);
    throw new Error(name);
  },
  async *talking(name, log, next) {
    yield word(`${name} >`);
    const response = yield* next();
    yield word(`< ${name}`);
    log.push(`told ${name}`);
    return response;
  },
  async *reading(name, log, next) {
    const stream = next();
    try {
      let step = await stream.next();
      for (; !step.done; step = await stream.next()) yield step.value;
      return step.value;
    } finally {
      await stream.return(undefined as never);
      log.push(`closed ${name}`);
    }
  },
};

const ANSWER = {
  message: { role: 'assistant', content: [{ type: 'text', text: 'Sorry.' }] },
  finishReason: { unified: 'stop' },
  usage: {},
} as const;

class Around extends AroundAdvisor {
  constructor(
    private readonly name: string,
    private readonly log: Log,
    private readonly isAsync: boolean,
  ) {
    super();
  }

  protected override before(request: ChatClientRequest) {
    this.log.push(`before ${this.name}`);
    return this.isAsync ? Promise.resolve(request) : request;
  }

  protected override after(response: ChatClientResponse) {
    this.log.push(`after ${this.name}`);
    const changed = marked(response, this.name);
    return this.isAsync ? Promise.resolve(changed) : changed;
  }
}

async function* delegating(name: string, log: Log, next: Next): DelegatingGenerator {
  try {
    const delegate = delegateTo(next());
    yield delegate;
    return marked(delegate.response!, name);
  } catch (error) {
    log.push(`caught ${name}: ${(error as Error).message}`);
    throw error;
  } finally {
    log.push(`finally ${name}`);
  }
}

/** The same kind as applications and this package write it. */
const ours = (kind: Kind, name: string, log: Log): Advisor => {
  if (kind === 'around') return new Around(name, log, Number(name) % 2 === 0);
  return new (class extends Advisor {
    advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
      const next = () => chain.next(request);
      if (kind === 'delegating') return DelegatingStream.of(delegating(name, log, next), true);
      return plain[kind](name, log, next);
    }
  })();
};

interface Story {
  readonly kinds: readonly Kind[];
  /** Which asks of the model fail, and behind how many parts. */
  readonly failures: readonly (number | undefined)[];
  /** Behind how many parts the reader leaves. */
  readonly leaves: number;
}

class Flaky extends ScriptedChatModel {
  private asked = 0;

  constructor(
    private readonly failures: Story['failures'],
    private readonly log: Log,
  ) {
    super(Array<string>(300).fill('one two three '), { chunkSize: 4 });
  }

  override async *stream(...args: Parameters<ScriptedChatModel['stream']>) {
    const ask = this.asked++;
    const failsBehind = this.failures[ask];
    let told = 0;
    const stream = super.stream(...args);
    try {
      for (;;) {
        if (told === failsBehind) throw new Error(`ask ${ask}`);
        const step = await stream.next();
        if (step.done) return step.value;
        yield step.value;
        told++;
      }
    } finally {
      this.log.push(`closed ask ${ask}`);
    }
  }
}

interface Told {
  readonly parts: readonly unknown[];
  readonly end: unknown;
  readonly log: Log;
}

const MOST = 120;

const read = async (stream: AsyncIterator<StreamPart, unknown>, { leaves }: Story, log: Log): Promise<Told> => {
  const parts: unknown[] = [];
  try {
    for (;;) {
      const step = await stream.next();
      if (step.done) return { parts, end: (step.value as ChatClientResponse).context, log };
      parts.push(step.value);
      if (parts.length < leaves) continue;
      await stream.return!();
      for (let turn = 0; turn < 3; turn++) await settled();
      return { parts, end: 'left', log };
    }
  } catch (error) {
    return { parts, end: (error as Error).message, log };
  }
};

/** As `yield*` alone would have it. */
const expected = (story: Story): Promise<Told> => {
  const log: Log = [];
  const model = new Flaky(story.failures, log);
  const from = (index: number): AdvisedStream => {
    const kind = story.kinds[index];
    return kind ? plain[kind](String(index), log, () => from(index + 1)) : asked();
  };
  async function* asked(): AdvisedStream {
    const stream = model.stream({ messages: [] });
    for await (const part of forwarded(stream, (response) => (answer = response))) yield { round: 0, ...part };
    return { chatResponse: answer!, context: {} };
  }
  let answer: ChatClientResponse['chatResponse'] | undefined;
  return read(from(0), story, log);
};

async function* forwarded<P, R>(stream: AsyncGenerator<P, R, void>, onEnd: (value: R) => void): AsyncGenerator<P, void> {
  onEnd(yield* stream);
}

const actual = (story: Story): Promise<Told> => {
  const log: Log = [];
  const advisors = story.kinds.map((kind, index) => ours(kind, String(index), log));
  const chat = ChatClient.create(new Flaky(story.failures, log), { advisors, retry: false });
  const prompt = chat.prompt('Go').advisors({ toolCallingAdvisorAutoRegister: false });
  return read(prompt.stream()[Symbol.asyncIterator](), story, log);
};
