import {
  type ArgumentsHost,
  Catch,
  ConsoleLogger,
  Controller,
  type ExceptionFilter,
  Get,
  type INestApplication,
  UseFilters,
} from '@nestjs/common';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AddressInfo } from 'node:net';
import { causeOf, ChatClient, ChatModelException, ChatTurnException, type StructuredOutputException } from 'toolgate';
import { type ChatModelFailure, systemMessage, userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { type Story, boot, failureOf } from '../story.fixture.js';
import { rejectionOf, tool } from './chat.fixture.js';

const failure = (more: ChatModelFailure): ChatModelException =>
  new ChatModelException({ provider: 'acme', modelId: 'm' }, 'failed.', more);

interface Reply {
  status(code: number): Reply;
  setHeader(name: string, value: string): Reply;
  json(body: unknown): void;
}

@Catch(ChatTurnException)
class ModelFailureFilter implements ExceptionFilter<ChatTurnException> {
  catch(exception: ChatTurnException, host: ArgumentsHost): void {
    const { kind, retryAfterMs = 0 } = causeOf(exception) as ChatModelException;
    const reply = host.switchToHttp().getResponse<Reply>();
    reply.setHeader('retry-after', String(retryAfterMs / 1000));
    reply.status(503).json({ kind });
  }
}

@Controller()
class Desk {
  constructor(private readonly chat: ChatClient) {}

  @Get('plain')
  plain(): Promise<string> {
    return this.chat.prompt('Hi').call().content();
  }

  @Get('filtered')
  @UseFilters(ModelFailureFilter)
  filtered(): Promise<string> {
    return this.chat.prompt('Hi').call().content();
  }
}

let running: INestApplication | undefined;
afterEach(() => running?.close());

const listen = async (script: Story['script']) => {
  const { app } = await boot({ script, controllers: [Desk], options: { retry: false } });
  running = app.createNestApplication();
  await running.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(running.getHttpServer().address() as AddressInfo).port}`;
};

describe('an application whose provider fails', () => {
  it.each([401, 404, 503])('does not answer with the status %i or the text of its provider', async (status) => {
    const url = await listen([failure({ kind: 'authentication', status })]);
    const response = await fetch(`${url}/plain`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ statusCode: 500, message: 'Internal server error' });
  });

  it('may set its own answer with a filter', async () => {
    const url = await listen([failure({ kind: 'rate-limit', status: 429, retryAfterMs: 7000 })]);
    const response = await fetch(`${url}/filtered`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await response.json()).toEqual({ kind: 'rate-limit' });
  });
});

describe('an uncaught error', () => {
  const written = (json: boolean, error: unknown): string => {
    const write = (stream: NodeJS.WriteStream) => vi.spyOn(stream, 'write').mockReturnValue(true);
    const streams = [write(process.stdout), write(process.stderr)];
    new ConsoleLogger('ExceptionsHandler', { json, colors: false }).error(error);
    const lines = streams.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)));
    for (const stream of streams) stream.mockRestore();
    return lines.join('');
  };
  const chat = ChatClient.create(
    new ScriptedChatModel([
      callsTools('private', toolCall('look', { number: 'private' })),
      failure({ kind: 'overloaded' }),
      'private {"title": "private"}',
    ]),
    { system: 'private', tools: [tool('look', () => 'private')], retry: false },
  );

  it.each([false, true])('is logged without the content of the turn (as JSON: %o)', async (json) => {
    const turn = new ChatTurnException([systemMessage('private'), userMessage('private')], failure({}));
    const told = written(json, turn);
    expect(told).toContain('The turn failed: The model m of acme failed.');
    expect(told).not.toContain('private');
  });

  it('has the content in its properties, and is logged without it', async () => {
    const turn = (await rejectionOf(chat.prompt('Hi').call().content())) as ChatTurnException;
    expect(turn.transcript).toHaveLength(4);
    expect(written(false, turn)).not.toContain('private');
    const entity = chat
      .prompt('Hi')
      .tools()
      .call()
      .entity(z.object({ year: z.number() }), { repeatAttempts: 0 });
    const unfit = (await rejectionOf(failureOf(entity))) as StructuredOutputException;
    expect(unfit.text).toContain('private');
    expect(written(false, unfit)).toContain('/year');
    expect(written(false, unfit)).not.toContain('private');
  });
});
