import { describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import {
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolCallback,
  toolCallback,
  type ToolCallResult,
  ToolContext,
  ToolgateModule,
} from 'toolgate';
import type { JsonSchema } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { FunctionToolCallback, ToolRegistry, ToolResultException } from 'toolgate/tool';
import { of } from 'rxjs';
import { z } from 'zod';
import { boot, lastResults } from '../story.fixture.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;

/** Does not compile if two types differ. */
const same = <A, B>(is: Same<A, B>): boolean => is;

const add = toolCallback({
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  call: ({ a, b }, context) => {
    same<typeof a, number>(true);
    same<typeof context, ToolContext>(true);
    return { sum: a + b };
  },
});

/** A handwritten callback that wrongly returns a plain value as its result. */
class Plain extends ToolCallback {
  readonly definition = { name: 'plain', description: 'Plain', inputSchema: { type: 'object' } };
  readonly metadata = {};
  runs = 0;

  async call(): Promise<never> {
    this.runs++;
    return { sum: 3 } as never;
  }
}

describe('toolCallback()', () => {
  it('creates a tool from a name, a schema and a function that returns a plain value', async () => {
    const raw = toolCallback({
      name: 'raw',
      inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      call: async ({ n }) => of(`given ${String(n)}`),
    });
    const ping = toolCallback({ name: 'ping', call: () => 'pong' });
    const nothing = toolCallback({ name: 'nothing', call: () => {} });
    const script = [
      callsTools(
        toolCall('add', { a: 1, b: 2 }),
        toolCall('raw', { n: 4 }),
        toolCall('raw'),
        toolCall('ping'),
        toolCall('nothing'),
      ),
      'End.',
    ];
    const { chat, model } = await boot({ script });
    await chat.prompt('Go').tools(add, raw, ping, nothing).call().content();
    expect(lastResults(model).map(({ output, outcome }) => [output, outcome.type])).toEqual([
      [{ type: 'json', value: { sum: 3 } }, 'success'],
      [{ type: 'text', text: 'given 4' }, 'success'],
      [{ type: 'text', text: 'Invalid arguments for "raw": /n is required: a number.' }, 'error'],
      [{ type: 'text', text: 'pong' }, 'success'],
      [{ type: 'text', text: 'Done' }, 'success'],
    ]);
  });

  it('creates a tool with all options, which is found as a provider and passes the gate', async () => {
    const asked: string[] = [];
    const strategy = ToolApprovalStrategy.of((tool) => {
      asked.push(tool.definition.name);
      return ToolApprovalDecision.reject('no');
    });
    const drop = toolCallback({ name: 'drop', requiresApproval: true, tags: ['write'], call: () => 'dropped' });
    const script = [callsTools(toolCall('drop')), 'End.'];
    const providers = [{ provide: 'drop', useValue: drop }];
    const { chat, model, app } = await boot({ script, options: { approval: { strategy } }, providers });
    expect(drop).toBeInstanceOf(FunctionToolCallback);
    expect(app.get(ToolRegistry).get('drop')!.metadata).toEqual({ requiresApproval: true, tags: ['write'] });
    await chat.prompt('Go').tools('drop').call().content();
    expect(asked).toEqual(['drop']);
    expect(lastResults(model)[0]!.outcome.type).toBe('denied');
  });

  it('throws an error with an instruction if its options are invalid', () => {
    const make = (options: object) => () => toolCallback({ name: 'x', call: () => {}, ...options } as never);
    expect(make({ name: '' })).toThrow(
      "toolCallback() has no name. Give it one: `toolCallback({ name: 'findOrder', … })`.",
    );
    expect(make({ call: undefined })).toThrow(
      'toolCallback("x") has nothing to run. Pass a function: `call: (input, context) => …`.',
    );
    expect(make({ inputSchema: z.string() })).toThrow('toolCallback("x"): the whole input of a tool must be an object');
    expect(make({ requireApproval: true })).toThrow(
      'toolCallback("x"): `requireApproval` is not an option. Use one of: name, description, inputSchema,',
    );
    expect(make({ inputSchema: 5 })).toThrow(
      'toolCallback("x"): `inputSchema` is a number. Pass a Standard Schema, a class or JSON Schema, or leave it out.',
    );
  });
});

describe('a callback of a class of its own', () => {
  const sentFor = async (inputSchema: JsonSchema) => {
    class Remote extends ToolCallback {
      readonly definition = { name: 'remote', description: 'Remote', inputSchema };
      readonly metadata = {};

      async call(input: string): Promise<ToolCallResult> {
        return { output: { type: 'text', text: input }, outcome: { type: 'success' } };
      }
    }
    const { chat, model } = await boot({ script: [callsTools(toolCall('remote', { a: 'b' })), 'End.'] });
    await chat.prompt('Go').tools(new Remote()).call().content();
    expect(lastResults(model)).toMatchObject([{ output: { text: '{"a":"b"}' } }]);
    return model.prompts.map(({ tools }) => tools?.[0]?.inputSchema);
  };

  // Some providers refuse every request with a tool whose schema lacks them.
  it.each<[JsonSchema, JsonSchema]>([
    [{}, { type: 'object', properties: {}, required: [] }],
    [{ type: 'object' }, { type: 'object', properties: {}, required: [] }],
    [
      { properties: { a: { type: 'string' } }, additionalProperties: false },
      { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false },
    ],
    [
      { anyOf: [{ properties: { a: { type: 'string' } } }] },
      { type: 'object', anyOf: [{ properties: { a: { type: 'string' } } }] },
    ],
  ])('is sent with the type and the properties that its schema lacks: %j', async (inputSchema, sent) => {
    expect(await sentFor(inputSchema)).toEqual([sent, sent]);
  });

  it('is sent with its schema as it is if nothing is missing', async () => {
    const complete = { type: 'object', properties: { a: { type: 'string' } } };
    expect(await sentFor(complete)).toEqual([complete, complete]);
  });
});

describe('a callback without metadata, in plain JavaScript', () => {
  class Bare extends ToolCallback {
    readonly definition = { name: 'bare', description: 'Bare', inputSchema: { type: 'object' } };
    readonly metadata = undefined as never;

    async call(): Promise<never> {
      throw new Error('It must not run.');
    }
  }
  const problem = 'The tool "bare" has no `metadata`. Set metadata to {}, or to options such as';

  it('stops start-up', async () => {
    await expect(boot({ script: [], providers: [{ provide: 'bare', useValue: new Bare() }] })).rejects.toThrow(problem);
  });

  it('fails the turn of a prompt that passes it, before the model is called', async () => {
    const { chat, model } = await boot({ script: [callsTools(toolCall('bare'))] });
    await expect(chat.prompt('Go').tools(new Bare()).call().content()).rejects.toThrow(problem);
    expect(model.prompts).toEqual([]);
  });
});

describe('a callback that returns no result', () => {
  it.each(['text', 'content'])('or a %s without content returns the same error to the model', async (type) => {
    class Empty extends Plain {
      override async call(): Promise<never> {
        return { output: { type }, outcome: { type: 'success' } } as never;
      }
    }
    const { chat, model } = await boot({ script: [callsTools(toolCall('plain')), 'End.'] });
    await chat.prompt('Go').tools(new Empty()).call().content();
    expect(lastResults(model)).toMatchObject([
      { output: { text: expect.stringContaining('its callback Empty returned no { output, outcome }') } },
    ]);
  });

  it('returns an error to the model, which states that the tool ran', async () => {
    const plain = new Plain();
    const { chat, model, logs } = await boot({ script: [callsTools(toolCall('plain')), 'End.'] });
    await chat.prompt('Go').tools(plain).call().content();
    const text =
      'Tool "plain" ran, but its result cannot be sent because its callback Plain returned no { output, outcome }. Create the tool with toolCallback(), whose function returns a plain value.';
    expect(plain.runs).toBe(1);
    expect(lastResults(model)).toMatchObject([
      { output: { type: 'text', text }, outcome: { type: 'error', kind: 'unserialisable-result' } },
    ]);
    expect(logs.join('\n')).toContain(text);
  });

  it('throws a ToolResultException if errors fail the turn', async () => {
    const { chat } = await boot({
      script: [callsTools(toolCall('plain')), 'End.'],
      options: { toolCalling: { rethrow: [ToolResultException] } },
    });
    await expect(chat.prompt('Go').tools(new Plain()).call().content()).rejects.toMatchObject({
      cause: expect.any(ToolResultException),
    });
  });
});

it('toolCallback() is exported where applications without decorators import it', async () => {
  const app = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ client: { tools: [add] } })],
  }).compile();
  await expect(app.init()).resolves.toBeDefined();
  await app.close();
});
