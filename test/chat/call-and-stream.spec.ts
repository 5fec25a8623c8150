import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { lastValueFrom } from 'rxjs';
import { type Advisor, ChatClient, type ChatResponse, type StreamPart, ToolApprovalStrategy } from 'toolgate';
import { approvalGate } from 'toolgate/approval';
import { aggregateChatClientResponse, aggregateChatResponse } from 'toolgate/chat';
import { addUsage } from '#model';
import {
  assistantMessage,
  type AssistantPart,
  foldStream,
  textOf,
  type ToolCallPart,
  toolCallsOf,
  type Usage,
} from 'toolgate/model';
import { type ScriptedAnswer, ScriptedChatModel } from 'toolgate/testing';
import {
  GatedToolCallingManager,
  MessageExceptionProcessor,
  RegistryToolCallbackResolver,
  ToolRegistry,
  ToolSets,
} from 'toolgate/tool';
import { advisor, assertPaired, tool } from './chat.fixture.js';

const tools = [
  tool('fine', ({ a }) => ({ a: a ?? null })),
  tool('late', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return 'late';
  }),
  tool('fails', () => {
    throw new Error('No such order.');
  }),
  tool('denied'),
  tool('direct', ({ a }) => String(a ?? ''), { returnDirect: true }),
  tool('alone', () => 'alone', { sequential: true }),
];

const metadata = fc.option(fc.constantFrom({ acme: { signature: 'abc' } }, { acme: { item: 1 } }), { nil: undefined });

const withMetadata = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc
    .tuple(part, metadata)
    .map(([given, providerMetadata]) => ({ ...given, ...(providerMetadata && { providerMetadata }) }));

const words = fc.string({ unit: 'grapheme', maxLength: 12 });
const prose: fc.Arbitrary<AssistantPart> = withMetadata(
  fc.record({ type: fc.constantFrom('text' as const, 'reasoning' as const), text: words }),
);
const call = withMetadata(
  fc.record({
    toolName: fc.constantFrom('fine', 'late', 'fails', 'denied', 'direct', 'alone', 'unknown'),
    input: fc.constantFrom('{}', '{"a":1}', '{"a":"ü"}', 'null', '', '{"a":', '[1]'),
  }),
);
const usage: fc.Arbitrary<Usage> = fc.record(
  { inputTokens: fc.nat(99), outputTokens: fc.nat(99), cacheReadTokens: fc.nat(9) },
  { requiredKeys: [] },
);

const answer = (calls: fc.Arbitrary<Pick<ToolCallPart, 'toolName' | 'input' | 'providerMetadata'>[]>) =>
  fc
    .record({
      before: fc.array(prose, { maxLength: 3 }),
      calls,
      after: fc.array(prose, { maxLength: 1 }),
      usage,
      end: fc.constantFrom({}, { metadata: { id: 'r1' } }, { providerMetadata: { acme: { cached: true } } }),
    })
    .map(({ before, calls, after, usage, end }) => {
      const parts = calls.map((part, index): AssistantPart => ({
        type: 'tool-call',
        toolCallId: `call-${index}`,
        ...part,
      }));
      return { message: assistantMessage([...before, ...parts, ...after]), usage, ...end };
    });

const story = fc.record({
  rounds: fc.array(
    fc.oneof(
      { arbitrary: answer(fc.array(call, { minLength: 1, maxLength: 4 })), weight: 4 },
      answer(fc.array(fc.constant({ toolName: 'direct', input: '{"a":"here"}' }), { minLength: 1, maxLength: 2 })),
    ),
    { maxLength: 4 },
  ),
  last: answer(fc.constant([])),
  limits: fc.record(
    {
      callsPerTool: fc.integer({ min: 1, max: 5 }),
      totalCalls: fc.integer({ min: 1, max: 9 }),
      rounds: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: [] },
  ),
  parallelToolCalls: fc.boolean(),
  chunkSize: fc.integer({ min: 1, max: 5 }),
  advised: fc.boolean(),
});

const gate = approvalGate(
  ToolApprovalStrategy.of(({ definition: { name } }) =>
    name === 'denied' ? { type: 'reject', reason: 'Not today.' } : { type: 'approve' },
  ),
);

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

const clientOf = ({ rounds, last, limits, parallelToolCalls, chunkSize, advised }: Story) => {
  const script: ScriptedAnswer[] = [...rounds, last];
  const model = new ScriptedChatModel(script, { chunkSize });
  const registry = new ToolRegistry();
  const toolCallingManager = new GatedToolCallingManager({
    toolSets: new ToolSets(new RegistryToolCallbackResolver(registry), registry),
    exceptionProcessor: new MessageExceptionProcessor(),
    gate,
    limits,
    parallelToolCalls,
  });
  const through = (order: number): Advisor =>
    advisor(async function* (request, chain) {
      return yield* chain.next(request);
    }, order);
  const advisors = advised ? [through(-(2 ** 31) + 1), through(0)] : [];
  return { model, chat: ChatClient.create(model, { tools, advisors, toolCallingManager, system: 'Be brief.' }) };
};

const streamed = async (chat: ChatClient) => {
  const stream = chat.prompt('Hi').stream();
  const reader = stream[Symbol.asyncIterator]();
  const parts: StreamPart[] = [];
  for (;;) {
    const step = await reader.next();
    if (step.done) return { parts, response: step.value!.chatResponse, outcome: await stream.outcome() };
    parts.push(step.value);
  }
};

const withoutUsage = (response: ChatResponse) => ({ ...response, usage: undefined });

describe('for any answers of the model and any results of tools', () => {
  it('call() and stream() run the same turn', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const [called, flowing] = [clientOf(told), clientOf(told)];
        const response = await called.chat.prompt('Hi').call().chatResponse();
        const { parts, response: last, outcome } = await streamed(flowing.chat);

        expect(last).toEqual(response);
        expect(flowing.model.prompts).toEqual(called.model.prompts);
        expect(outcome).toMatchObject({ content: textOf(response.message), chatResponse: response });

        const fold = foldStream();
        for (const part of parts) fold.add(part);
        expect(withoutUsage(fold.response())).toEqual(withoutUsage(response));

        const asked = [...told.rounds, told.last].slice(0, called.model.prompts.length);
        expect(response.usage).toEqual(asked.map(({ usage }) => usage).reduce(addUsage));
        for (const { messages } of called.model.prompts) assertPaired(messages);
        expect(called.model.prompts.map((prompt) => JSON.parse(JSON.stringify(prompt)))).toEqual(called.model.prompts);
      }),
      { numRuns: inject('isThorough') ? 150 : 40 },
    );
  });

  it('a stream has each call and one result for it, in its round', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const { chat, model } = clientOf(told);
        const { parts } = await streamed(chat);
        const asked = [...told.rounds, told.last].slice(0, model.prompts.length);
        for (const [round, { message }] of asked.entries()) {
          const ids = toolCallsOf(message).map(({ toolCallId }) => toolCallId);
          const of = (type: StreamPart['type']) =>
            parts.flatMap((part) =>
              part.round === round && part.type === type ? [(part as ToolCallPart).toolCallId] : [],
            );
          expect(of('tool-call')).toEqual(ids);
          expect(of('tool-result').sort()).toEqual(ids);
        }
      }),
      { numRuns: inject('isThorough') ? 60 : 20 },
    );
  });

  it('the chunks of a stream add up to the answer of a call, with and without the tool loop', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.boolean(), async (told, toolCallingAdvisorAutoRegister) => {
        const prompt = () => clientOf(told).chat.prompt('Hi').advisors({ toolCallingAdvisorAutoRegister, tenant: 1 });
        const response = await prompt().call().chatClientResponse();
        const whole: unknown[] = [];
        const keep = (value: unknown): void => void whole.push(value);
        await lastValueFrom(prompt().stream().chatResponse().pipe(aggregateChatResponse(keep)));
        await lastValueFrom(prompt().stream().chatClientResponse().pipe(aggregateChatClientResponse(keep)));
        expect(whole).toMatchObject([
          response.chatResponse,
          { chatResponse: response.chatResponse, context: response.context },
        ]);
        expect(whole[0]).toEqual(response.chatResponse);
      }),
      { numRuns: inject('isThorough') ? 100 : 30 },
    );
  });
});
