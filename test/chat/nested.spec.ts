import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  AroundAdvisor,
  causeOf,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatTurnException,
} from 'toolgate';
import type { StreamPart } from 'toolgate/model';
import { ScriptedChatModel } from 'toolgate/testing';
import { settled } from '../story.fixture.js';
import { refuseUnhandledRejections } from './chat.fixture.js';

/** The kinds of advisors in a stack. */
type Kind = 'around' | 'generator' | 'catching' | 'retrying' | 'excusing' | 'twice' | 'failing' | 'talking' | 'reading';

const KINDS: readonly Kind[] = [
  'around',
  'generator',
  'catching',
  'retrying',
  'excusing',
  'twice',
  'failing',
  'talking',
  'reading',
];

const HAVE_FINALLY = new Set<Kind>(['generator', 'catching', 'reading']);
/** The kinds that may call twice, or not at all before an abort. */
const MAY_STAND_ALONE = new Set<Kind>(['twice', 'retrying', 'talking']);

type Next = () => AdvisedStream;
type Log = string[];

const word = (delta: string): StreamPart => ({ type: 'text-delta', id: 'x', delta, round: 0 });
const marked = (response: ChatClientResponse, name: string): ChatClientResponse => ({
  ...response,
  context: { ...response.context, [name]: Object.keys(response.context).length },
});

/** Each kind as a plain generator. */
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
  async *catching(name, log, next) {
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

/** The same kind as an advisor class. */
const ours = (kind: Kind, name: string, log: Log): Advisor => {
  if (kind === 'around') return new Around(name, log, Number(name) % 2 === 0);
  return new (class extends Advisor {
    advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
      const next = () => chain.next(request);
      return plain[kind](name, log, next);
    }
  })();
};

interface Story {
  readonly kinds: readonly Kind[];
  /** The calls of the model that fail, each after a number of parts. */
  readonly failures: readonly (number | undefined)[];
  /** The number of parts after which the reader leaves. */
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
    return { parts, end: (causeOf(error) as Error).message, log };
  }
};

const CONTEXT = { toolCallingAdvisorAutoRegister: false };

/** The result with `yield*` alone. */
const expected = (story: Story): Promise<Told> => {
  const log: Log = [];
  const model = new Flaky(story.failures, log);
  const from = (index: number): AdvisedStream => {
    const kind = story.kinds[index];
    return kind ? plain[kind](String(index), log, () => from(index + 1)) : asked();
  };
  async function* asked(): AdvisedStream {
    const stream = model.stream({ messages: [] });
    try {
      for (;;) {
        const step = await stream.next();
        if (step.done) return { chatResponse: step.value, context: CONTEXT };
        yield { round: 0, ...step.value };
      }
    } finally {
      await stream.return(undefined as never);
    }
  }
  return read(from(0), story, log);
};

const promptOf = (story: Story, log: Log) => {
  const advisors = story.kinds.map((kind, index) => ours(kind, String(index), log));
  const chat = ChatClient.create(new Flaky(story.failures, log), { advisors, retry: false });
  return chat.prompt('Go').advisors(CONTEXT);
};

const actual = (story: Story): Promise<Told> => {
  const log: Log = [];
  return read(promptOf(story, log).stream()[Symbol.asyncIterator](), story, log);
};

const failures = fc.array(fc.option(fc.nat(5), { nil: undefined }), { maxLength: 4 });
const leaves = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 12 }));

refuseUnhandledRejections();

describe('a stream through any advisors', () => {
  it('equals delegating generators in its parts, answer, error and order of closing', async () => {
    const kinds = fc.array(fc.constantFrom(...KINDS), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.record({ kinds, failures, leaves }), async (story) => {
        expect(await actual(story)).toEqual(await expected(story));
      }),
      { numRuns: 200 },
    );
  });

  it('never completes after an abort, and closes everything from the inside', async () => {
    const kinds = fc.array(fc.constantFrom(...KINDS.filter((kind) => kind !== 'failing')), {
      minLength: 1,
      maxLength: 5,
    });
    const isWaiting = fc.boolean();
    await fc.assert(
      fc.asyncProperty(fc.record({ kinds, isWaiting, behind: fc.nat(6) }), async ({ kinds, isWaiting, behind }) => {
        const log: Log = [];
        const caller = new AbortController();
        const prompt = promptOf({ kinds, failures: [], leaves: Infinity }, log).signal(caller.signal);
        const reader = prompt.stream()[Symbol.asyncIterator]();
        let step = await reader.next();
        for (let part = 1; part < behind && !step.done; part++) step = await reader.next();
        if (step.done) return;
        const next = isWaiting ? reader.next().catch((error: unknown) => error) : undefined;
        caller.abort(new Error('left'));
        for (let turn = 0; turn < 3; turn++) await settled();
        const last = (await next) ?? (await reader.next().catch((error: unknown) => error));
        expect(last).toBeInstanceOf(ChatTurnException);
        expect(last).toMatchObject({ cause: { message: 'left' } });
        const closings = log.filter((line) => /^(finally|closed) \d/.test(line)).map((line) => line.split(' ')[1]);
        const opened = kinds.flatMap((kind, index) => (HAVE_FINALLY.has(kind) ? [String(index)] : []));
        if (!kinds.some((kind) => MAY_STAND_ALONE.has(kind))) expect(closings).toEqual(opened.toReversed());
      }),
      { numRuns: 200 },
    );
  });
});
