import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ChatTurnException, Tool, type ToolCallResult } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { type PreparedCall, ToolInterceptor } from 'toolgate/tool';
import { boot, lastResults, lastTexts, settled } from '../story.fixture.js';

const log: string[] = [];

@Injectable()
class Desk {
  @Tool({ description: 'Refunds' })
  refund(amount: number) {
    log.push(`refund ${amount}`);
    if (amount < 0) throw new Error('below zero');
    return amount;
  }
}

type Intercept = (call: PreparedCall, next: () => Promise<ToolCallResult>) => Promise<ToolCallResult>;

const start = async (...intercepts: Intercept[]) => {
  log.length = 0;
  const providers = intercepts.map((intercept, index) => ({ provide: `i${index}`, useValue: interceptor(intercept) }));
  return boot({ script: [callsTools(toolCall('refund', { amount: 5 })), 'End.'], providers: [Desk, ...providers] });
};

const interceptor = (intercept: Intercept): ToolInterceptor => {
  class Between extends ToolInterceptor {
    intercept = intercept;
  }
  return new Between();
};

const CACHED: ToolCallResult = { output: { type: 'text', text: 'cached' }, outcome: { type: 'success' } };

const around =
  (name: string): Intercept =>
  async (call, next) => {
    log.push(`${name} in ${call.callback.definition.name} ${JSON.stringify(call.input)}`);
    const result = await next();
    log.push(`${name} out ${result.outcome.type}`);
    return result;
  };

describe('interceptors', () => {
  it('surround the body, the first outermost', async () => {
    const { chat } = await start(around('a'), around('b'));
    await chat.prompt('Go').tools(Desk).call().content();
    expect(log).toEqual([
      'a in refund {"amount":5}',
      'b in refund {"amount":5}',
      'refund 5',
      'b out success',
      'a out success',
    ]);
  });

  it('receive the error result of a tool that fails', async () => {
    const { chat } = await boot({
      script: [callsTools(toolCall('refund', { amount: -1 })), 'End.'],
      providers: [Desk, { provide: 'i', useValue: interceptor(around('a')) }],
    });
    log.length = 0;
    await chat.prompt('Go').tools(Desk).call().content();
    expect(log.at(-1)).toBe('a out error');
  });

  it('may return a result without running the body', async () => {
    const { chat, model } = await start(async () => CACHED);
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['cached']);
    expect(log).toEqual([]);
  });

  it('may change the result that the model receives', async () => {
    const { chat, model } = await start(async (_, next) => ({ ...(await next()), ...CACHED }));
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['cached']);
    expect(log).toEqual(['refund 5']);
  });

  it('cannot change the input', async () => {
    const { chat } = await start(async (call, next) => {
      expect(() => ((call.input as Record<string, unknown>)['amount'] = 500)).toThrow(TypeError);
      expect(() => ((call as unknown as Record<string, unknown>)['input'] = { amount: 500 })).toThrow(TypeError);
      return next();
    });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(log).toEqual(['refund 5']);
  });

  it('cannot run the body twice', async () => {
    const { chat } = await start(async (_, next) => {
      await next();
      return next();
    });
    const failing = chat.prompt('Go').tools(Desk).call().content();
    await expect(failing).rejects.toThrow('An interceptor ran "refund" twice. Call next() once.');
    await expect(failing).rejects.toThrow(ChatTurnException);
    expect(log).toEqual(['refund 5']);
  });

  it('fail the turn if they throw, and the transcript contains the result of the body', async () => {
    const { chat } = await start(async (_, next) => {
      await next();
      throw new Error('no trace');
    });
    const error = await chat
      .prompt('Go')
      .tools(Desk)
      .call()
      .content()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ cause: { message: 'no trace' } });
    expect((error as ChatTurnException).transcript.at(-1)).toMatchObject({
      content: [{ output: { type: 'json', value: 5 }, outcome: { type: 'success' } }],
    });
  });

  it('fail the turn without running the body if they throw before next()', async () => {
    const { chat } = await start(() => {
      throw new Error('not now');
    });
    const error = await chat
      .prompt('Go')
      .tools(Desk)
      .call()
      .content()
      .catch((caught: unknown) => caught);
    expect((error as ChatTurnException).transcript.at(-1)).toMatchObject({
      content: [{ outcome: { type: 'not-started' } }],
    });
    expect(log).toEqual([]);
  });

  it.each([undefined, 'text', {}])('must return a result: %o fails the turn with an instruction', async (nothing) => {
    const { chat } = await start(async (_, next) => {
      await next();
      return nothing as never;
    });
    await expect(chat.prompt('Go').tools(Desk).call().content()).rejects.toThrow(
      'An interceptor of "refund" returned no result. Return the result of next().',
    );
  });

  it('that never end do not delay the end of a turn that the caller aborts', async () => {
    const { chat } = await start(() => new Promise(() => {}));
    const controller = new AbortController();
    const answer = chat.prompt('Go').tools(Desk).signal(controller.signal).call().content();
    await settled();
    controller.abort(new Error('gone'));
    await expect(answer).rejects.toMatchObject({ cause: { message: 'gone' } });
  });

  it('do not run for invalid calls and unknown tools', async () => {
    const { chat, model } = await boot({
      script: [callsTools(toolCall('refund', { amount: 'x' }), toolCall('nobody')), 'End.'],
      providers: [Desk, { provide: 'i', useValue: interceptor(around('a')) }],
    });
    log.length = 0;
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastResults(model)).toHaveLength(2);
    expect(log).toEqual([]);
  });
});
