import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  type INestApplication,
  UseFilters,
} from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { ChatClient, ChatModelException } from 'toolgate';
import type { ChatModelFailure } from 'toolgate/model';
import { type Story, boot } from '../story.fixture.js';

const failure = (more: ChatModelFailure): ChatModelException =>
  new ChatModelException({ provider: 'acme', modelId: 'm' }, 'failed.', more);

interface Reply {
  status(code: number): Reply;
  setHeader(name: string, value: string): Reply;
  json(body: unknown): void;
}

@Catch(ChatModelException)
class ModelFailureFilter implements ExceptionFilter<ChatModelException> {
  catch({ kind, retryAfterMs = 0 }: ChatModelException, host: ArgumentsHost): void {
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
  it.each([401, 404, 503])('does not answer with the status %i of its provider, nor with its words', async (status) => {
    const url = await listen([failure({ kind: 'authentication', status })]);
    const response = await fetch(`${url}/plain`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ statusCode: 500, message: 'Internal server error' });
  });

  it('may answer as it likes, by a filter', async () => {
    const url = await listen([failure({ kind: 'rate-limit', status: 429, retryAfterMs: 7000 })]);
    const response = await fetch(`${url}/filtered`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await response.json()).toEqual({ kind: 'rate-limit' });
  });
});
