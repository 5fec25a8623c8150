import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Tool, ToolCallback, type ToolCallResult, ToolContext } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolExecutionException, ToolInputException, ToolRegistry } from 'toolgate/tool';
import { boot, deferred, failureOf, lastResults, settled } from '../story.fixture.js';

type Prepare = NonNullable<ToolCallback['prepare']>;

/** A callback whose prepare() is a function of the test. */
class Checked extends ToolCallback {
  readonly definition;
  readonly metadata = {};
  ran = 0;

  constructor(
    name: string,
    private readonly check: () => ReturnType<Prepare> | never,
  ) {
    super();
    this.definition = { name, description: name, inputSchema: { type: 'object' } };
  }

  override prepare() {
    return this.check();
  }

  call(): Promise<ToolCallResult> {
    return Promise.reject(new Error('not used'));
  }
}

const start = (options: object, ...tools: Checked[]) =>
  boot({ script: [callsTools(...tools.map(({ definition }) => toolCall(definition.name))), 'End.'], options }).then(
    (story) => ({ ...story, prompt: () => story.chat.prompt('Go').tools(...tools) }),
  );

const fails = (message: string) => () => {
  throw new Error(message);
};

describe('prepare() of a callback', () => {
  it.each([
    ['at once', fails('no database')],
    ['later', async () => fails('no database')()],
  ])('that fails %s is an error of the tool, and the other calls run', async (_, check) => {
    const fine = new Checked('fine', () => ({
      type: 'prepared',
      input: {},
      value: {},
      run: () => ({ output: { type: 'text', text: 'ran' }, outcome: { type: 'success' } }),
    }));
    const { prompt, model } = await start({}, new Checked('broken', check), fine);
    await prompt().call().content();
    expect(lastResults(model)).toMatchObject([
      { output: { text: 'no database' }, outcome: { type: 'error', kind: 'execution' } },
      { outcome: { type: 'success' } },
    ]);
  });

  it('that fails causes no unhandled rejection with throwOnError', async () => {
    const unheard: unknown[] = [];
    const listen = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', listen);
    try {
      const late = deferred<never>();
      const { prompt } = await start(
        { toolCalling: { throwOnError: true } },
        new Checked('later', () => late.promise),
        new Checked('now', fails('now')),
      );
      await expect(failureOf(prompt().call().content())).rejects.toThrow(ToolExecutionException);
      late.reject(new Error('late'));
      await settled();
      await settled();
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });

  it('that never ends does not delay the end of a turn that the caller aborts', async () => {
    const { prompt } = await start({}, new Checked('endless', () => new Promise(() => {})));
    const controller = new AbortController();
    const answer = prompt().signal(controller.signal).call().content();
    await settled();
    controller.abort(new Error('gone'));
    await expect(answer).rejects.toMatchObject({ cause: { message: 'gone' } });
  });
});

describe('a callback that the application calls itself', () => {
  @Injectable()
  class Desk {
    @Tool({ description: 'Refunds', requiresApproval: true })
    refund(amount: number, context: ToolContext) {
      return `${amount} for ${String(context.data['tenant'] ?? 'nobody')}`;
    }
  }

  it('parses and validates its input and runs without the gate', async () => {
    const { app } = await boot({ providers: [Desk] });
    const refund = app.get(ToolRegistry).get('refund')!;
    const context = new ToolContext({ data: { tenant: 'acme' } });
    await expect(refund.call('{"amount":5,"extra":1}', context)).resolves.toMatchObject({
      output: { text: '5 for acme' },
    });
    await expect(refund.call('{"amount":5}')).resolves.toMatchObject({ output: { text: '5 for nobody' } });
  });

  it.each(['{"amount":"five"}', '{}', '[5]', '{'])('throws for the invalid input %s', async (input) => {
    const { app } = await boot({ providers: [Desk] });
    await expect(app.get(ToolRegistry).get('refund')!.call(input)).rejects.toThrow(ToolInputException);
  });
});

describe('the tool context', () => {
  @Injectable()
  class Spy {
    seen?: ToolContext;

    @Tool({ description: 'Looks' })
    look(context: ToolContext) {
      this.seen = context;
    }

    @Tool({ description: 'Looks in time', timeoutMs: 60_000 })
    hurry(context: ToolContext) {
      this.seen = context;
    }
  }

  it.each(['look', 'hurry'])('passes the turn and the call to %s, and never reaches the model', async (name) => {
    const { chat, app, model } = await boot({
      script: [callsTools(toolCall(name, {}, 'id-1')), 'End.'],
      providers: [Spy],
    });
    await chat
      .prompt('Go')
      .tools(Spy)
      .toolContext({ tenant: 'acme' })
      .transient({ token: 's3cret' })
      .conversation('c-1')
      .call()
      .content();
    const { seen } = app.get(Spy);
    expect(seen).toMatchObject({
      data: { tenant: 'acme' },
      transient: { token: 's3cret' },
      conversation: 'c-1',
      call: { toolCallId: 'id-1', toolName: name, index: 0, round: 0 },
    });
    expect(seen!.turn.data).toBe(seen!.data);
    expect(seen!.signal.aborted).toBe(false);
    expect(() => ((seen!.data as Record<string, unknown>)['tenant'] = 'x')).toThrow(TypeError);
    expect(JSON.stringify(model.prompts)).not.toMatch(/acme|s3cret|c-1/);
  });
});
