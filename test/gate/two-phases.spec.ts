import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  ChatTurnException,
  Tool,
  ToolApprovalContext,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolCallback,
  type ToolCallResult,
  ToolParam,
} from 'toolgate';
import { IsString, ValidateNested } from 'class-validator';
import type { JsonObject, ToolCallPart } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, deferred, lastTexts, settled } from '../story.fixture.js';

class Address {
  @IsString()
  street!: string;
}

class Parcel {
  @ValidateNested()
  to!: Address;
}

@Injectable()
class Post {
  readonly sent: unknown[] = [];

  @Tool({ description: 'Sends a letter' })
  letter(to: string, @ToolParam({ type: () => [String] }) pages: string[]) {
    pages.push('signed');
    this.sent.push({ to, pages });
  }

  @Tool({ description: 'Sends a parcel' })
  parcel(parcel: Parcel) {
    this.sent.push(parcel.to.street);
  }
}

type Args = Record<string, unknown>;

const start = async (approve: ToolApprovalStrategy['approve'], ...calls: readonly ToolCallPart[]) => {
  const story = await boot({
    script: [callsTools(...calls), 'End.'],
    providers: [Post],
    options: { approval: { strategy: ToolApprovalStrategy.of(approve) } },
  });
  return { ...story, post: story.app.get(Post), prompt: () => story.chat.prompt('Send').tools(Post) };
};

const letter = (to: string, id: string) => toolCall('letter', { to, pages: ['one'] }, id);

describe('a batch', () => {
  it('is decided as a whole before the first body starts', async () => {
    const decisions = [deferred<ToolApprovalDecision>(), deferred<ToolApprovalDecision>()];
    const { prompt, post } = await start(
      (_tool, _args, { call }) => decisions[call!.index]!.promise,
      letter('A', '1'),
      letter('B', '2'),
    );
    const answer = prompt().call().content();
    await settled();
    decisions[0]!.resolve(ToolApprovalDecision.approve());
    await settled();
    expect(post.sent).toEqual([]);
    decisions[1]!.resolve(ToolApprovalDecision.reject('no'));
    await answer;
    expect(post.sent).toEqual([{ to: 'A', pages: ['one', 'signed'] }]);
  });

  it('starts all its decisions together, in the order of the calls', async () => {
    const asked: string[] = [];
    const open = deferred<ToolApprovalDecision>();
    const { prompt, model } = await start(
      (_tool, args) => {
        asked.push(String(args['to']));
        return open.promise;
      },
      letter('A', '1'),
      letter('B', '2'),
      letter('C', '3'),
    );
    const answer = prompt().call().content();
    await settled();
    expect(asked).toEqual(['A', 'B', 'C']);
    open.resolve(ToolApprovalDecision.reject('no'));
    await answer;
    expect(lastTexts(model)).toHaveLength(3);
  });

  it('asks the strategy only about calls that can run', async () => {
    const asked: string[] = [];
    const { prompt } = await start(
      (tool) => {
        asked.push(tool.definition.name);
        return ToolApprovalDecision.approve();
      },
      toolCall('nobody'),
      toolCall('letter', '{"to":'),
      toolCall('letter', { to: 'A' }),
      toolCall('parcel', { parcel: { to: { street: 'Main' } } }),
    );
    await prompt().call().content();
    expect(asked).toEqual(['parcel']);
  });
});

describe('the arguments and context of a strategy', () => {
  it('are the validated and stripped input, the raw text, the turn and the batch', async () => {
    let seen: { readonly args: JsonObject; readonly context: ToolApprovalContext } | undefined;
    const { prompt } = await start(
      (_tool, args, context) => {
        seen ??= { args, context };
        return ToolApprovalDecision.approve();
      },
      toolCall('parcel', { parcel: { to: { street: 'Main', extra: 1 } }, more: true }, '1'),
      letter('B', '2'),
    );
    await prompt().toolContext({ tenant: 'acme' }).transient({ token: 't' }).conversation('c-1').call().content();
    const { args, context } = seen!;
    expect(args).toEqual({ parcel: { to: { street: 'Main' } } });
    expect(context).toBeInstanceOf(ToolApprovalContext);
    expect(context.rawArguments).toContain('"more":true');
    expect(context).toMatchObject({ toolCallId: '1', round: 0, phase: 'first', conversation: 'c-1' });
    expect(context.data).toEqual({ tenant: 'acme' });
    expect(context.transient).toEqual({ token: 't' });
    expect(context.value).toEqual({ parcel: expect.any(Parcel) });
    expect(context.batch.map(({ call }) => call.toolCallId)).toEqual(['1', '2']);
  });

  it('cannot be changed', async () => {
    const failures: unknown[] = [];
    const attempt = (step: () => void) => {
      try {
        step();
      } catch (error) {
        failures.push(error);
      }
    };
    const { prompt, post } = await start(
      (_tool, args, context) => {
        attempt(() => ((args as Args)['to'] = 'Mallory'));
        attempt(() => (args as { pages: string[] }).pages.push('more'));
        attempt(() => ((context.data as Args)['tenant'] = 'other'));
        attempt(() => void (context.batch as unknown[]).pop());
        attempt(() => ((context.batch[0] as unknown as Args)['callback'] = undefined));
        return ToolApprovalDecision.approve();
      },
      letter('Alice', '1'),
    );
    await prompt().toolContext({ tenant: 'acme' }).call().content();
    expect(failures).toHaveLength(5);
    expect(post.sent).toEqual([{ to: 'Alice', pages: ['one', 'signed'] }]);
  });

  it('have their own value: the body receives another instance', async () => {
    const { prompt, post } = await start(
      (_tool, _args, { value }) => {
        (value as { parcel: Parcel }).parcel.to.street = 'Side';
        return ToolApprovalDecision.approve();
      },
      toolCall('parcel', { parcel: { to: { street: 'Main' } } }),
    );
    await prompt().call().content();
    expect(post.sent).toEqual(['Main']);
  });

  it('cannot be reordered, so no call receives the verdict of another one', async () => {
    const { prompt, post } = await start(
      (_tool, args, { batch }) => {
        try {
          (batch as unknown[]).reverse();
        } catch {
          // The batch is frozen.
        }
        return args['to'] === 'good' ? ToolApprovalDecision.approve() : ToolApprovalDecision.reject('bad');
      },
      letter('good', '1'),
      letter('bad', '2'),
    );
    await prompt().call().content();
    expect(post.sent).toEqual([{ to: 'good', pages: ['one', 'signed'] }]);
  });

  it('are frozen deeply, even if a callback froze only the outer object', async () => {
    class Half extends ToolCallback {
      readonly definition = { name: 'half', description: 'Half frozen', inputSchema: { type: 'object' } };
      readonly metadata = {};

      override prepare() {
        const input = Object.freeze({ to: { street: 'Main' } });
        const run = (): ToolCallResult => ({
          output: { type: 'text', text: input.to.street },
          outcome: { type: 'success' },
        });
        return { type: 'prepared', input, value: input, run } as const;
      }

      call(): Promise<ToolCallResult> {
        return Promise.reject(new Error('not used'));
      }
    }
    const { chat, model } = await start((_tool, args) => {
      try {
        (args['to'] as Args)['street'] = 'Side';
      } catch {
        // The value is frozen.
      }
      return ToolApprovalDecision.approve();
    }, toolCall('half'));
    await chat.prompt('Go').tools(new Half()).call().content();
    expect(lastTexts(model)).toEqual(['Main']);
  });
});

describe('a caller that leaves while the strategy decides', () => {
  const never = () => new Promise<never>(() => {});

  it.each(['throw', 'reject'] as const)('returns at once, and nothing runs (onError: %s)', async (onError) => {
    const { chat, app } = await boot({
      script: [callsTools(letter('A', '1'))],
      providers: [Post],
      options: { approval: { strategy: never, onError } },
    });
    const controller = new AbortController();
    const answer = chat.prompt('Send').tools(Post).signal(controller.signal).call().content();
    await settled();
    controller.abort(new Error('gone'));
    await expect(answer).rejects.toThrow(ChatTurnException);
    await expect(answer).rejects.toMatchObject({ cause: { message: 'gone' } });
    expect(app.get(Post).sent).toEqual([]);
  });

  it('returns at once from a stream too', async () => {
    const { prompt, post } = await start(never, letter('A', '1'));
    const stream = prompt().stream();
    const left = deferred();
    const subscription = stream.events().subscribe({ error: left.reject });
    await settled();
    subscription.unsubscribe();
    await expect(stream.outcome()).rejects.toThrow('The reader left the turn.');
    expect(post.sent).toEqual([]);
  });

  it('aborts the signal in the context of the strategy', async () => {
    const heard = deferred<unknown>();
    const { prompt } = await start(
      (_tool, _args, { signal }) => {
        signal.addEventListener('abort', () => heard.resolve(signal.reason));
        return never();
      },
      letter('A', '1'),
    );
    const controller = new AbortController();
    const answer = prompt().signal(controller.signal).call().content();
    answer.catch(() => {});
    await settled();
    controller.abort(new Error('gone'));
    await expect(heard.promise).resolves.toMatchObject({ message: 'gone' });
  });

  it('is not affected by a late approval', async () => {
    const late = deferred<ToolApprovalDecision>();
    const { prompt, post } = await start(() => late.promise, letter('A', '1'));
    const controller = new AbortController();
    const answer = prompt().signal(controller.signal).call().content();
    await settled();
    controller.abort();
    await expect(answer).rejects.toThrow(ChatTurnException);
    late.resolve(ToolApprovalDecision.approve());
    await settled();
    expect(post.sent).toEqual([]);
  });
});

describe('a batch in which every call is approved', () => {
  it('leaves the same transcript as without a gate', async () => {
    const gated = await start(async () => ToolApprovalDecision.approve(), letter('A', '1'), letter('B', '2'));
    await gated.prompt().call().content();
    const open = await boot({ script: [callsTools(letter('A', '1'), letter('B', '2')), 'End.'], providers: [Post] });
    await open.chat.prompt('Send').tools(Post).call().content();
    expect(gated.model.prompts).toEqual(open.model.prompts);
  });
});
