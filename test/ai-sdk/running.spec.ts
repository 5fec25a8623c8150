import { expect, expectTypeOf, it } from 'vitest';
import type { ModelMessage } from 'ai';
import { tool as toolOfSix } from 'ai-v6';
import type { StreamPart } from 'toolgate';
import { aiSdkTools, type AiSdkToolSet } from 'toolgate/ai-sdk/tools';
import { filePart } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import * as v3 from 'zod/v3';
import { boot, deferred, lastResults, lastTexts, settled } from '../story.fixture.js';
import { onBothVersions } from './both-versions.fixture.js';

const calling = (name: string, input = {}): readonly ScriptedAnswer[] => [callsTools(toolCall(name, input)), 'Fine.'];

const order = z.object({ order: z.string().describe('Such as A-1042'), on: z.iso.date().optional() });

it('takes the tools of both versions without a cast', () => {
  const execute = ({ order: id }: { order: string }) => id;
  const find = toolOfSix({ inputSchema: order, execute });
  expectTypeOf({ find }).toExtend<AiSdkToolSet>();
  expect(aiSdkTools({ find }).map(({ definition }) => definition.name)).toEqual(['find']);
});

onBothVersions('a tool of the AI SDK in a turn', ({ version, tool, dynamicTool, jsonSchema, zodSchema }) => {
  it('runs, and the model receives its definition and its result', async () => {
    const find = tool({
      description: 'Find an order',
      inputSchema: order,
      strict: true,
      inputExamples: [{ input: { order: 'A-1' } }],
      providerOptions: { anthropic: { eager: true } },
      execute: async ({ order: id }) => ({ id, paid: true }),
    });
    const { chat, model, app } = await boot({ script: calling('find', { order: 'A-1042', extra: 1 }) });
    expect(await chat.prompt('Where is it?').tools(aiSdkTools({ find })).call().content()).toBe('Fine.');
    expect(lastTexts(model)).toEqual(['{"id":"A-1042","paid":true}']);
    expect(aiSdkTools({ find }).map(({ definition }) => definition)).toEqual([
      {
        name: 'find',
        description: 'Find an order',
        inputSchema: expect.objectContaining({ required: ['order'], additionalProperties: false }),
        strict: true,
        inputExamples: [{ input: { order: 'A-1' } }],
        providerOptions: { anthropic: { eager: true } },
      },
    ]);
    await app.close();
  });

  it('receives the call, the messages, the signal and the context, as the AI SDK passes them', async () => {
    const seen: { messages: readonly ModelMessage[]; [key: string]: unknown }[] = [];
    const see = tool({
      inputSchema: z.object({}),
      execute: (_input, options) => {
        const { toolCallId, messages, abortSignal } = options;
        const context = Reflect.get(options, version === 7 ? 'context' : 'experimental_context');
        seen.push({ toolCallId, messages, aborted: abortSignal?.aborted, context });
        return 'seen';
      },
    });
    const { chat, app } = await boot({ script: calling('see') });
    const prompt = chat.prompt('Look').system('Be brief.').tools(aiSdkTools({ see }));
    await prompt.toolContext({ user: 'ada' }).transient({ token: 'secret' }).call().content();
    expect(seen).toEqual([
      {
        toolCallId: 'call-see',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Look' }] }],
        aborted: false,
        context: { user: 'ada', token: 'secret' },
      },
    ]);
    await app.close();
  });

  it('receives the earlier calls of the turn as messages of the AI SDK', async () => {
    let messages: readonly ModelMessage[] = [];
    const see = tool({ inputSchema: z.object({}), execute: (_input, options) => void (messages = options.messages) });
    const script = [callsTools(toolCall('see')), callsTools(toolCall('see')), 'Fine.'];
    const { chat, app } = await boot({ script });
    await chat.prompt('Look twice').tools(aiSdkTools({ see })).call().content();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[1]!.content).toMatchObject([{ type: 'tool-call', toolName: 'see', input: {} }]);
    expect(messages[2]!.content).toMatchObject([{ type: 'tool-result', output: { type: 'text', value: 'Done' } }]);
    await app.close();
  });

  it('receives a file of the conversation in the form that both versions read', async () => {
    let messages: readonly ModelMessage[] = [];
    const see = tool({ inputSchema: z.object({}), execute: (_input, options) => void (messages = options.messages) });
    const { chat, app } = await boot({ script: calling('see') });
    const file = filePart(Buffer.from('iVBO', 'base64'), 'image/png');
    await chat.prompt().user([file]).tools(aiSdkTools({ see })).call().content();
    expect(messages).toEqual([{ role: 'user', content: [{ type: 'file', data: 'iVBO', mediaType: 'image/png' }] }]);
    await app.close();
  });

  it('is aborted with its turn', async () => {
    const leave = new AbortController();
    let reason: unknown;
    const wait = tool({
      inputSchema: z.object({}),
      execute: (_input, { abortSignal }) =>
        new Promise<string>((_resolve, reject) => {
          abortSignal!.addEventListener('abort', () => reject((reason = abortSignal!.reason)));
          leave.abort(new Error('The user left.'));
        }),
    });
    const { chat, app } = await boot({ script: calling('wait') });
    const call = chat.prompt('Wait').tools(aiSdkTools({ wait })).signal(leave.signal).call();
    await expect(call.content()).rejects.toThrow('The user left.');
    expect(reason).toBe(leave.signal.reason);
    await app.close();
  });

  it('reports preliminary results as progress, and the last one is the result', async () => {
    const search = tool({
      inputSchema: z.object({}),
      async *execute() {
        yield { percent: 10 };
        yield { percent: 100 };
        return { percent: 'ignored, as in the AI SDK' } as never;
      },
    });
    const { chat, model, app } = await boot({ script: calling('search') });
    const parts: StreamPart[] = [];
    for await (const part of chat.prompt('Search').tools(aiSdkTools({ search })).stream()) parts.push(part);
    const progress = parts.flatMap((part) => (part.type === 'tool-progress' ? [part.value] : []));
    expect(progress).toEqual([{ percent: 10 }, { percent: 100 }]);
    expect(lastTexts(model)).toEqual(['{"percent":100}']);
    await app.close();
  });

  it('closes a generator whose turn is aborted', async () => {
    const leave = new AbortController();
    let closed = (): void => {};
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const search = tool({
      inputSchema: z.object({}),
      async *execute() {
        try {
          for (;;) yield 'more';
        } finally {
          closed();
        }
      },
    });
    const { chat, app } = await boot({ script: calling('search') });
    const stream = chat.prompt('Search').tools(aiSdkTools({ search })).signal(leave.signal).stream();
    const read = async (): Promise<void> => {
      for await (const { type } of stream) if (type === 'tool-progress') leave.abort(new Error('Enough.'));
    };
    await expect(read()).rejects.toThrow('Enough.');
    await isClosed;
    await app.close();
  });

  it('fails its turn with the reason of the abort, although closing its generator fails too', async () => {
    const leave = new AbortController();
    const isClosed = deferred();
    const search = tool({
      inputSchema: z.object({}),
      async *execute() {
        try {
          for (;;) yield 'more';
        } finally {
          isClosed.resolve();
          await Promise.reject(new Error('The connection is closed.'));
        }
      },
    });
    const { chat, app } = await boot({ script: calling('search') });
    const stream = chat.prompt('Search').tools(aiSdkTools({ search })).signal(leave.signal).stream();
    const read = async (): Promise<void> => {
      for await (const { type } of stream) if (type === 'tool-progress') leave.abort(new Error('Enough.'));
    };
    await expect(read()).rejects.toThrow('Enough.');
    await isClosed.promise;
    // A rejection without a listener would end the process here.
    await settled();
    await app.close();
  });

  it('is a dynamic tool, whose input is validated by its JSON Schema', async () => {
    const lookUp = dynamicTool({
      inputSchema: jsonSchema({
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      }),
      execute: async (input) => input,
    });
    const script = [callsTools(toolCall('lookUp', {})), callsTools(toolCall('lookUp', { city: 'Rome' })), 'Fine.'];
    const { chat, model, app } = await boot({ script });
    await chat.prompt('Look').tools(aiSdkTools({ lookUp })).call().content();
    expect(model.prompts[1]!.messages.at(-1)).toMatchObject({
      content: [{ outcome: { type: 'error', kind: 'invalid-arguments' } }],
    });
    expect(lastTexts(model)).toEqual(['{"city":"Rome"}']);
    await app.close();
  });

  it.each([
    ['zodSchema()', () => zodSchema(z.object({ day: z.iso.date().transform((text) => new Date(text)) }))],
    [
      'a schema of zod 3',
      () => zodSchema(v3.z.object({ day: v3.z.string().transform((text) => new Date(text)) }) as never),
    ],
    ['a lazy schema', () => () => zodSchema(z.object({ day: z.string().transform((text) => new Date(text)) }))],
    [
      'jsonSchema() with validate',
      () =>
        jsonSchema<{ day: Date }>(
          { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
          { validate: (value) => ({ success: true, value: { day: new Date((value as { day: string }).day) } }) },
        ),
    ],
  ])('receives the converted input of %s', async (_name, schema) => {
    const days: unknown[] = [];
    const plan = tool({
      inputSchema: schema() as unknown as z.ZodType<{ day: Date }>,
      execute: ({ day }) => void days.push(day),
    });
    const { chat, app } = await boot({ script: calling('plan', { day: '2026-11-27' }) });
    await chat.prompt('Plan').tools(aiSdkTools({ plan })).call().content();
    expect(days).toEqual([new Date('2026-11-27')]);
    await app.close();
  });

  it.each([
    ['an error without issues', { issues: [], message: 'pay in fives' }, 'pay in fives'],
    ['an error with other issues', { issues: 'many', message: 'pay in fives' }, 'pay in fives'],
    ['a text', 'pay in fives', 'is invalid'],
    ['nothing', undefined, 'is invalid'],
  ])('never runs if its validator, a method, rejects the input with %s', async (_what, error, text) => {
    const ran: unknown[] = [];
    const described = jsonSchema({ type: 'object', properties: { amount: { type: 'number' } } });
    const validating = {
      ...described,
      error,
      validate() {
        return { success: false, error: this.error };
      },
    };
    const pay = tool({ inputSchema: validating as never, execute: (input) => void ran.push(input) });
    const { chat, model, app } = await boot({ script: calling('pay', { amount: 7 }) });
    await chat.prompt('Pay').tools(aiSdkTools({ pay })).call().content();
    expect(lastTexts(model)).toEqual([`Invalid arguments for "pay": ${text}.`]);
    expect(ran).toEqual([]);
    await app.close();
  });

  it('never runs with an input that its own validator rejects', async () => {
    const ran: unknown[] = [];
    const pay = tool({
      inputSchema: zodSchema(z.object({ amount: z.number().refine((amount) => amount % 5 === 0, 'pay in fives') })),
      execute: (input) => void ran.push(input),
    });
    const { chat, model, app } = await boot({ script: calling('pay', { amount: 7 }) });
    await chat.prompt('Pay').tools(aiSdkTools({ pay })).call().content();
    expect(lastTexts(model)).toEqual(['Invalid arguments for "pay": /amount pay in fives.']);
    expect(ran).toEqual([]);
    await app.close();
  });

  it('sends the model what toModelOutput makes of a result', async () => {
    const draw = tool({
      inputSchema: z.object({ what: z.string() }),
      execute: ({ what }) => ({ what, png: 'iVBOR' }),
      toModelOutput: async ({ toolCallId, input, output }) => ({
        type: 'content',
        value: [
          { type: 'text', text: `${toolCallId}: ${input.what}` },
          { type: 'image-data', data: output.png, mediaType: 'image/png' },
          { type: 'file-url', url: 'https://files.example/plan.pdf', mediaType: 'application/pdf' },
        ],
      }),
    });
    const { chat, model, app } = await boot({ script: calling('draw', { what: 'a house' }) });
    await chat.prompt('Draw').tools(aiSdkTools({ draw })).call().content();
    expect(lastResults(model)[0]!.output).toEqual({
      type: 'content',
      parts: [
        { type: 'text', text: 'call-draw: a house' },
        { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'iVBOR' } },
        {
          type: 'file',
          mediaType: 'application/pdf',
          source: { type: 'url', url: 'https://files.example/plan.pdf' },
        },
      ],
    });
    await app.close();
  });

  it('converts the last preliminary result with toModelOutput', async () => {
    const count = tool({
      inputSchema: z.object({}),
      async *execute() {
        yield 1;
        yield 2;
      },
      toModelOutput: ({ output }) => ({ type: 'text', value: `counted to ${output}` }),
    });
    const { chat, model, app } = await boot({ script: calling('count') });
    await chat.prompt('Count').tools(aiSdkTools({ count })).call().content();
    expect(lastTexts(model)).toEqual(['counted to 2']);
    await app.close();
  });

  it.each([
    [{ type: 'error-text', value: 'The bank is closed.' }, 'The bank is closed.'],
    [{ type: 'error-json', value: { code: 7 } }, '{"code":7}'],
    [{ type: 'execution-denied', reason: 'not today' }, 'Tool execution was denied: not today'],
  ] as const)('reports the output %j as an error', async (output, text) => {
    const pay = tool({ inputSchema: z.object({}), execute: () => 1, toModelOutput: () => output });
    const { chat, model, app } = await boot({ script: calling('pay') });
    await chat.prompt('Pay').tools(aiSdkTools({ pay })).call().content();
    expect(lastResults(model)).toMatchObject([{ outcome: { type: 'error', kind: 'execution' } }]);
    expect(lastTexts(model)).toEqual([text]);
    await app.close();
  });

  it('states that it ran if its output cannot be sent', async () => {
    const broken = {
      file: tool({
        inputSchema: z.object({}),
        execute: () => 1,
        toModelOutput: () => ({ type: 'content', value: [{ type: 'file-id', fileId: 'f-1' }] }),
      }),
      fails: tool({
        inputSchema: z.object({}),
        execute: () => 1,
        toModelOutput: () => {
          throw new Error('no');
        },
      }),
      odd: tool({ inputSchema: z.object({}), execute: () => 1, toModelOutput: () => ({ type: 'odd' }) as never }),
    };
    const script = [callsTools(toolCall('file'), toolCall('fails'), toolCall('odd')), 'Fine.'];
    const { chat, model, app } = await boot({ script });
    await chat.prompt('Try').tools(aiSdkTools(broken)).call().content();
    expect(lastResults(model).map(({ outcome }) => outcome)).toEqual(
      Object.keys(broken).map(() => ({ type: 'error', kind: 'unserialisable-result' })),
    );
    expect(lastTexts(model)[0]).toContain('"file" ran, but its result cannot be sent because toModelOutput returned');
    await app.close();
  });

  it('sends an error of execute to the model', async () => {
    const fail = tool({
      inputSchema: z.object({}),
      execute: (): string => {
        throw new Error('No such order.');
      },
    });
    const { chat, model, app } = await boot({ script: calling('fail') });
    await chat.prompt('Fail').tools(aiSdkTools({ fail })).call().content();
    expect(lastTexts(model)).toEqual(['No such order.']);
    await app.close();
  });
});

onBothVersions('the settings of tools of the AI SDK', ({ tool, jsonSchema }) => {
  const greet = tool({
    inputSchema: z.object({}),
    execute: (_input, options) => String(Reflect.get(options, 'context')),
  });

  it("are those of every tool, and the context is the application's own", async () => {
    const tools = aiSdkTools(
      { greet },
      {
        settings: { greet: { tags: ['hello'], timeoutMs: 1_000, requiresApproval: false } },
        context: ({ idempotencyKey }) => `key ${idempotencyKey}`,
      },
    );
    expect(tools[0]!.metadata).toEqual({ tags: ['hello'], timeoutMs: 1_000, requiresApproval: false });
    const { chat, model, app } = await boot({ script: calling('greet') });
    await chat.prompt('Hi').tools(tools).call().content();
    expect(lastTexts(model)).toEqual([expect.stringMatching(/^key .+:0:0$/)]);
    await app.close();
  });

  it('leave the context of a tool with transient values before stored ones', async () => {
    const show = tool({
      inputSchema: z.object({}),
      execute: (_input, options) => Reflect.get(options, 'context') as object,
    });
    const { chat, model, app } = await boot({ script: calling('show') });
    const prompt = chat.prompt('Hi').tools(aiSdkTools({ show })).toolContext({ user: 'ada', token: 'stored' });
    await prompt.transient({ token: 'fresh' }).call().content();
    expect(lastTexts(model)).toEqual(['{"user":"ada","token":"fresh"}']);
    await app.close();
  });

  it.each<[string, readonly object[], string]>([
    ['the whole context', [{ message: 'no tenant' }], ': no tenant. Pass'],
    ['the whole context, with a path', [{ message: 'no tenant', path: [] }], ': no tenant. Pass'],
    ['a path of objects', [{ message: 'no text', path: [{ key: 'user' }, 'id'] }], ': /user/id no text. Pass'],
    ['two problems', [{ message: 'a' }, { message: 'b', path: ['c'] }], ': a; /c b. Pass'],
  ])('state the problems of a context: %s', async (_what, issues, text) => {
    const contextSchema = { '~standard': { version: 1, vendor: 'own', validate: async () => ({ issues }) } };
    const { chat, model, app } = await boot({ script: calling('strict') });
    const tools = aiSdkTools({ strict: { ...greet, contextSchema } });
    await chat.prompt('Hi').tools(tools).call().content();
    expect(lastTexts(model)[0]).toContain(`does not match its contextSchema${text}`);
    await app.close();
  });

  it('leave a context as it is if its schema only describes it, and await it', async () => {
    const contextSchema = jsonSchema({ type: 'object', properties: { user: { type: 'string' } } });
    const tools = aiSdkTools({ greet: { ...greet, contextSchema } }, { context: async () => 'of a promise' });
    const { chat, model, app } = await boot({ script: calling('greet') });
    await chat.prompt('Hi').tools(tools).call().content();
    expect(lastTexts(model)).toEqual(['of a promise']);
    await app.close();
  });

  it('win over what the tool states', () => {
    const needing = { ...greet, needsApproval: true };
    const [open] = aiSdkTools({ greet: needing }, { settings: { greet: { requiresApproval: false } } });
    const [closed] = aiSdkTools({ greet }, { settings: { greet: { requiresApproval: true } } });
    expect(open!.metadata).toMatchObject({ requiresApproval: false });
    expect(closed!.metadata).toMatchObject({ requiresApproval: true });
  });

  it('belong to the tool of their name alone, and a tool may have any name', async () => {
    const [plain] = aiSdkTools({ toString: greet });
    expect(plain!.metadata).toEqual({});
    expect(() => aiSdkTools({ greet }, { settings: { toString: {} } as never })).toThrow(
      'settings for "toString", which is not one of the tools. Use greet.',
    );
  });

  it('are of no use to a call by the application, which has an id of its own and no messages', async () => {
    const seen: unknown[] = [];
    const see = tool({
      inputSchema: z.object({}),
      execute: (_input, options) => void seen.push(options.toolCallId, options.messages, options.messages),
    });
    await aiSdkTools({ see })[0]!.call('{}');
    expect(seen).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), [], []]);
    expect(seen[1]).toBe(seen[2]);
  });

  it('validate the context by the schema of the tool', async () => {
    const contextSchema = z.object({ user: z.string().transform((user) => user.toUpperCase()) });
    const strict = {
      ...greet,
      contextSchema,
      execute: (_input: unknown, options: { context: { user: string } }) => options.context.user,
    };
    const { chat, model, app } = await boot({ script: [...calling('strict'), ...calling('strict')] });
    const prompt = chat.prompt('Hi').tools(aiSdkTools({ strict }));
    await prompt.toolContext({ user: 'ada' }).call().content();
    expect(lastTexts(model)).toEqual(['ADA']);
    await prompt.toolContext({ user: 7 }).call().content();
    expect(lastTexts(model)).toEqual([
      'The context of the tool "strict" does not match its contextSchema: /user Invalid input: expected string, received number. Pass it with toolContext() or transient().',
    ]);
    await app.close();
  });
});
