import { describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import {
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolCallback,
  toolCallback,
  ToolContext,
  ToolgateModule,
} from 'toolgate';
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

describe('a callback that returns no result', () => {
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
