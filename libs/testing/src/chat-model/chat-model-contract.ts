import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { frozenJson } from '#core';
import {
  type AssistantPart,
  type ChatModel,
  type ChatModelCall,
  type ChatResponse,
  drain,
  foldStream,
  type Prompt,
  type StreamPart,
  toolCallsOf,
} from 'toolgate/model';
import { assertPlainJson } from '../contract/assert-plain-json.js';
import { PROMPT, SAMPLES } from './chat-model-samples.js';
import type { ContractRunner, It } from '../contract/contract-runner.js';
import { json } from '../contract/json.js';

/** A chat model under test: creates models whose provider behaves as the contract requires. */
export interface ChatModelUnderTest {
  readonly name: string;
  /** The provider returns this answer to every request. */
  answering(content: readonly AssistantPart[]): ChatModel | Promise<ChatModel>;
  /** The provider, or the connection to it, fails with this error. */
  failing(error: Error): ChatModel | Promise<ChatModel>;
  /** The provider accepts a request and never answers. */
  silent(): ChatModel | Promise<ChatModel>;
}

interface Read {
  readonly parts: readonly StreamPart[];
  readonly response: ChatResponse;
}

/** Registers the tests that every chat model must pass. Runs in each test runner that has `describe` and `it`. */
export const chatModelContract = ({ describe, it }: ContractRunner, model: ChatModelUnderTest): void => {
  describe(`${model.name}, as a chat model`, () => {
    for (const [what, content] of SAMPLES) {
      describe(`that answers with ${what}`, () => answers(it, () => model.answering(content), content));
    }
    describe('that fails', () => failures(it, model));
    describe('that is aborted', () => {
      aborts(it, model);
      endings(it, model);
    });
  });
};

type Make = () => ChatModel | Promise<ChatModel>;

const answers = (it: It, make: Make, content: readonly AssistantPart[]): void => {
  it('returns the answer, called and streamed', async () => {
    const called = await (await make()).call(PROMPT);
    const { response } = await read(await make());
    assert.deepEqual(essence(called), essence({ ...called, message: { role: 'assistant', content } }));
    assert.deepEqual(essence(response), essence(called));
    assert.equal(called.finishReason.unified, toolCallsOf(called.message).length > 0 ? 'tool-calls' : 'stop');
  });

  it('streams parts that fold to the response that it returns', async () => {
    const { parts, response } = await read(await make());
    const fold = foldStream();
    for (const part of parts) fold.add(part);
    assert.deepEqual(json(fold.response()), json(response));
    assert.equal(parts.at(-1)?.type, 'finish');
    assert.equal(parts.filter(({ type }) => type === 'finish').length, 1);
  });

  it('leaves rounds to the chat client, and returns plain JSON', async () => {
    const { parts, response } = await read(await make());
    for (const part of parts) assert.equal(part.round, undefined);
    assertPlainJson([parts, response, await (await make()).call(PROMPT)]);
  });

  it('returns complete tool calls, with their arguments as JSON text, and runs none', async () => {
    const { parts, response } = await read(await make());
    const calls = toolCallsOf(response.message);
    assert.deepEqual(json(parts.filter(({ type }) => type === 'tool-call')), json(calls));
    for (const { toolCallId, input } of calls) {
      assert.equal(typeof JSON.parse(input), 'object');
      const deltas = parts.filter((part) => part.type === 'tool-input-delta' && part.toolCallId === toolCallId);
      const text = deltas.map((part) => (part as { delta: string }).delta).join('');
      if (deltas.length > 0) assert.equal(text, input);
    }
    assert.equal(response.message.content.filter(({ type }) => type === 'tool-result').length, 0);
  });

  it('changes nothing in the prompt', async () => {
    const prompt = frozenJson(PROMPT);
    await (await make()).call(prompt);
    await read(await make(), prompt);
    assert.deepEqual(prompt, PROMPT);
  });
};

const failures = (it: It, { failing }: ChatModelUnderTest): void => {
  it('rejects, called and streamed, with the error or an exception of which it is the cause', async () => {
    const error = new Error('The provider is on fire.');
    const model = await failing(error);
    for (const rejection of [await reasonOf(model.call(PROMPT)), await reasonOf(read(await failing(error)))]) {
      assert.ok(causesOf(rejection).includes(error), `${String(rejection)} does not lead to the provider's error`);
    }
  });
};

const [[, TEXT]] = SAMPLES;

const aborts = (it: It, { answering, silent }: ChatModelUnderTest): void => {
  it('sends nothing if the signal has already fired', async () => {
    const reason = new Error('left before');
    const call = { signal: AbortSignal.abort(reason) };
    assert.equal(await reasonOf((await answering(TEXT)).call(PROMPT, call)), reason);
    assert.equal(await reasonOf(read(await answering(TEXT), PROMPT, call)), reason);
  });

  it('rejects with the reason of the signal while the provider is silent', async () => {
    for (const start of [
      (m: ChatModel, c: ChatModelCall) => m.call(PROMPT, c),
      (m: ChatModel, c: ChatModelCall) => read(m, PROMPT, c),
    ]) {
      const reason = new Error('left while waiting');
      const leave = new AbortController();
      const rejection = reasonOf(start(await silent(), leave));
      await turnOfTheLoop();
      leave.abort(reason);
      assert.equal(await rejection, reason);
    }
  });

  it('rejects with the reason of the signal in the middle of a stream, and ends the stream', async () => {
    const reason = new Error('left in the middle');
    const leave = new AbortController();
    const stream = (await answering(TEXT)).stream(PROMPT, leave);
    assert.equal((await stream.next()).done, false);
    leave.abort(reason);
    assert.equal(await reasonOf(drain(stream)), reason);
    assert.equal((await stream.next()).done, true);
  });
};

const endings = (it: It, { answering }: ChatModelUnderTest): void => {
  it('ends a stream by return()', async () => {
    const stream = (await answering(TEXT)).stream(PROMPT);
    assert.equal((await stream.next()).done, false);
    assert.equal((await stream.return(undefined as never)).done, true);
    assert.equal((await stream.next()).done, true);
  });

  it('leaves no listener on a signal that outlives it', async () => {
    const { signal } = new AbortController();
    await (await answering(TEXT)).call(PROMPT, { signal });
    await read(await answering(TEXT), PROMPT, { signal });
    const left = (await answering(TEXT)).stream(PROMPT, { signal });
    await left.next();
    await left.return(undefined as never);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
};

const read = async (model: ChatModel, prompt: Prompt = PROMPT, call?: ChatModelCall): Promise<Read> => {
  const stream = model.stream(prompt, call);
  const parts: StreamPart[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) {
      assert.ok(step.value, 'The stream returned no response.');
      return { parts, response: step.value };
    }
    parts.push(step.value);
  }
};

/** Returns what two answers to one prompt have in common; ids and times differ. */
const essence = ({ message, finishReason, usage }: ChatResponse): unknown => ({
  content: message.content.map((part) => json({ ...part, providerMetadata: undefined })),
  finishReason: json(finishReason),
  usage: json(usage),
});

const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('Expected a rejection, but the model answered.'),
    (reason: unknown) => reason,
  );

const causesOf = (error: unknown): readonly unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : [error];

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
