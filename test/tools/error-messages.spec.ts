import { describe, expect, it } from 'vitest';
import {
  BadGatewayException,
  BadRequestException,
  ConflictException,
  HttpException,
  Injectable,
  InternalServerErrorException,
  NotFoundException,
  ValidationPipe,
} from '@nestjs/common';
import { IsPositive, IsString } from 'class-validator';
import { ChatTurnException, Tool, type ToolgateModuleOptions } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolBatchException, ToolExecutionException, ToolExecutionExceptionProcessor } from 'toolgate/tool';
import { userMessage } from 'toolgate/model';
import { boot, lastResults, lastTexts } from '../story.fixture.js';

let body: () => unknown;

@Injectable()
class Desk {
  @Tool({ description: 'Does what the test says' })
  act() {
    return body();
  }

  @Tool({ description: 'Works' })
  work() {
    return 'worked';
  }
}

const throws = (error: unknown) => (): never => {
  throw error;
};
const toolCalling = (options: NonNullable<ToolgateModuleOptions['toolCalling']>): ToolgateModuleOptions => ({
  toolCalling: options,
});
const ask = async (act: () => unknown, options: ToolgateModuleOptions = {}) => {
  body = act;
  const story = await boot({ script: [callsTools(toolCall('act')), 'End.'], providers: [Desk], options });
  await story.chat.prompt('Go').tools(Desk).call().content();
  return { ...story, received: lastTexts(story.model)[0]!, outcome: lastResults(story.model)[0]!.outcome };
};
const failureOf = async (promise: Promise<unknown>): Promise<ChatTurnException> => {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ChatTurnException);
  return failure as ChatTurnException;
};

class OrderDto {
  @IsString()
  orderNumber!: string;

  @IsPositive()
  amount!: number;
}

describe('an HttpException', () => {
  const refused = () => new ValidationPipe().transform({}, { type: 'body', metatype: OrderDto });

  it.each([
    ['of the 4xx family', new ConflictException('The order is closed.'), 'The order is closed.'],
    ['with a record', new NotFoundException({ message: 'No such order.', hint: 'x' }), 'No such order.'],
    ['with a list', new BadRequestException(['a is short', '', 'b is long', 3]), 'a is short; b is long'],
    ['with an empty list', new BadRequestException([]), 'Bad Request Exception'],
    ['without a message', new HttpException('', 404), 'The tool "act" failed (HttpException).'],
    ['that is a redirection', new HttpException('See there', 302), 'See there'],
  ])('%s returns its message to the model', async (_, error, text) => {
    const { received, outcome, logs } = await ask(throws(error));
    expect(received).toBe(text);
    expect(outcome).toEqual({ type: 'error', kind: 'execution' });
    expect(logs).toEqual([]);
  });

  it('of a ValidationPipe returns every message to the model', async () => {
    const { received } = await ask(refused);
    expect(received).toBe('orderNumber must be a string; amount must be a positive number');
  });

  it.each([
    ['500', new InternalServerErrorException('relation "orders" does not exist')],
    ['502', new BadGatewayException('10.0.0.7 refused')],
    ['none', new HttpException('No status', Number.NaN)],
  ])('of the status %s returns a general text to the model, and logs its class', async (_, error) => {
    const { received, logs } = await ask(throws(error));
    expect(received).toBe('The tool "act" failed because of an internal error.');
    expect(logs).toEqual([expect.stringContaining(`Tool "act" failed with ${error.name}`)]);
    expect(logs.join()).not.toContain(error.message);
  });

  it('is recognized by its methods, from any copy of Nest', async () => {
    class ForeignException extends Error {
      constructor(readonly status: number) {
        super('Bad Request Exception');
      }
      getStatus() {
        return this.status;
      }
      getResponse() {
        return { statusCode: this.status, message: ['the amount is 0'] };
      }
    }
    expect((await ask(throws(new ForeignException(400)))).received).toBe('the amount is 0');
    expect((await ask(throws(new ForeignException(503)))).received).toContain('internal error');
    const half = Object.assign(new Error('Busy'), { getResponse: () => ({ message: ['x'] }) });
    expect((await ask(throws(half))).received).toBe('Busy');
  });
});

describe('an error without a message', () => {
  class PrinterError extends Error {}

  it('is reported by its class name, or by its own name', async () => {
    expect((await ask(throws(new PrinterError()))).received).toBe('The tool "act" failed (PrinterError).');
    expect((await ask(throws(new PrinterError(' \n ')))).received).toBe('The tool "act" failed (PrinterError).');
    expect((await ask(throws(Object.assign(new PrinterError(), { name: 'Jam' })))).received).toContain('(Jam).');
  });
});

describe('rethrow', () => {
  class ConsentRequired extends Error {}
  class SignInRequired extends ConsentRequired {}
  const rethrow = [ConsentRequired];

  it.each([new ConsentRequired('Sign in.'), new SignInRequired('Sign in.')])(
    'fails the turn with the error itself: %o',
    async (error) => {
      const { cause, transcript } = await failureOf(ask(throws(error), toolCalling({ rethrow })));
      expect(cause).toBe(error);
      expect(transcript.at(-1)).toMatchObject({ role: 'tool' });
    },
  );

  it('sends other errors to the model', async () => {
    const { received } = await ask(throws(new Error('No stock.')), toolCalling({ rethrow }));
    expect(received).toBe('No stock.');
  });

  it('takes precedence over throwOnError, which throws an error with the name of the tool', async () => {
    const options = toolCalling({ rethrow, throwOnError: true });
    const error = new SignInRequired();
    expect((await failureOf(ask(throws(error), options))).cause).toBe(error);
    const other = new Error('No stock.');
    const { cause } = await failureOf(ask(throws(other), options));
    expect(cause).toBeInstanceOf(ToolExecutionException);
    expect(cause).toMatchObject({ toolName: 'act', cause: other });
  });

  it('also applies to programming errors and values that are not an Error', async () => {
    class Signal {}
    const signal = new Signal();
    expect((await failureOf(ask(throws(signal), toolCalling({ rethrow: [Signal] })))).cause).toBe(signal);
    const error = new TypeError('x');
    const { cause } = await failureOf(ask(throws(error), toolCalling({ rethrow: [TypeError] })));
    expect(cause).toBe(error);
  });

  it('preserves the results of the other calls of the batch', async () => {
    body = throws(new ConsentRequired());
    const { manager } = await boot({ providers: [Desk], options: toolCalling({ rethrow }) });
    const response = {
      message: callsTools(toolCall('work'), toolCall('act')),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    const failing = manager.executeToolCalls({ messages: [userMessage('Go')] }, response, { tools: [Desk] });
    const batch = (await Promise.resolve(failing).catch((error: unknown) => error)) as ToolBatchException;
    expect(batch).toBeInstanceOf(ToolBatchException);
    expect(batch.cause).toBeInstanceOf(ConsentRequired);
    expect(batch.partial.results.map(({ outcome }) => outcome.type)).toEqual(['success', 'unknown']);
  });

  it.each([
    ['rethrow', 'Error', 'toolCalling.rethrow is a string. Pass a list of classes of errors.'],
    ['rethrow', ['Error'], "toolCalling.rethrow is [ 'Error' ]. Pass a list of classes of errors."],
    ['redact', /x/, 'toolCalling.redact is an instance of RegExp. Pass a list of regular expressions.'],
    [
      'redact',
      ['x'],
      'toolCalling.redact is a list. Pass only regular expressions: convert a text with new RegExp(text).',
    ],
  ])('stops start-up if it is not a valid list: %s %o', async (name, value, message) => {
    await expect(boot({ options: toolCalling({ [name]: value }) })).rejects.toThrow(message);
  });
});

describe('the error message that a model receives', () => {
  const leak = new Error('connect postgres://app:hunter2@db failed for id 12-34 with password=hunter3');

  it('contains no secrets', async () => {
    const { received } = await ask(throws(leak));
    expect(received).toBe('connect postgres://app:[redacted]@db failed for id 12-34 with password=[redacted]');
  });

  it('contains no secrets from a failed validation', async () => {
    const { received } = await ask(throws(new BadRequestException(['token=hunter2 is short', 'b is long'])));
    expect(received).toBe('token=[redacted] is short; b is long');
  });

  it('contains nothing that matches the application’s patterns of secrets', async () => {
    const { received } = await ask(throws(leak), toolCalling({ redact: [/\d\d-\d\d/] }));
    expect(received).toContain('for id [redacted] with password=[redacted]');
  });

  it('is logged in the same words with logErrors', async () => {
    const { logs } = await ask(throws(leak), toolCalling({ logErrors: true }));
    expect(logs).toEqual([
      expect.stringMatching(/^warn: Tool "act" failed: connect postgres:.*\(run .*, call call-act\)/),
    ]);
    expect(logs.join()).not.toContain('hunter');
  });

  it.each([
    ['an Error', new TypeError('Cannot read password=hunter2'), 'TypeError: Cannot read password=[redacted]'],
    ['no Error', { password: 'hunter2' }, "{ password: '[redacted]' }"],
  ])('is general for an internal error, whose stack is logged with logErrors: %s', async (_, error, said) => {
    const { logs } = await ask(throws(error), toolCalling({ logErrors: true }));
    const [whole] = logs;
    expect(whole).toMatch(/^error: Tool "act" failed\. \(run [\da-f-]{36}, call call-act\)\n/);
    expect(whole).toContain(said);
    if (error instanceof Error) expect(whole).toContain('error-messages.spec.ts');
    expect(logs.join()).not.toContain('hunter2');
  });

  it('is in no log at any level without logErrors', async () => {
    body = throws(new TypeError('Cannot read hunter2'));
    const lines: string[] = [];
    const keep = (message: unknown) => void lines.push(String(message));
    const logger = { log: keep, warn: keep, error: keep, fatal: keep, debug: keep, verbose: keep };
    const { chat } = await boot({
      script: [callsTools(toolCall('act')), 'End.'],
      providers: [Desk],
      change: (builder) => builder.setLogger(logger),
    });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lines.join()).toContain('Tool "act" failed with TypeError');
    expect(lines.join()).not.toMatch(/hunter2|\.ts:\d/);
  });

  it('is the text of the application’s own processor', async () => {
    class Apologies extends ToolExecutionExceptionProcessor {
      process({ toolName }: ToolExecutionException) {
        return `Sorry for ${toolName}, password=x`;
      }
    }
    body = throws(leak);
    const { chat, model } = await boot({
      script: [callsTools(toolCall('act')), 'End.'],
      providers: [Desk, { provide: ToolExecutionExceptionProcessor, useClass: Apologies }],
    });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['Sorry for act, password=x']);
  });
});
