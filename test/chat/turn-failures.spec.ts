import type { AddressInfo } from 'node:net';
import { Controller, Get, HttpException, HttpStatus } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { lastValueFrom } from 'rxjs';
import { type Advisor, causeOf, ChatClient, ChatModelException, ChatTurnException, RunEndedException } from 'toolgate';
import {
  ApprovalConflictException,
  InMemoryApprovalStore,
  StoreUnavailableException,
  SuspensionException,
} from 'toolgate/approval';
import { ChatClientException, ChatTimeoutException } from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolApprovalPendingException, ToolException } from 'toolgate/tool';
import { boot } from '../story.fixture.js';
import { advisor, readAll, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const SCHEMA = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] } as const;

const reads: readonly [string, (chat: ChatClient) => Promise<unknown>][] = [
  ['a call', (chat) => chat.prompt('Hi').call().content()],
  ['the outcome of a call', (chat) => chat.prompt('Hi').call().outcome()],
  ['an entity', (chat) => chat.prompt('Hi').call().entity(SCHEMA)],
  ['a stream', (chat) => readAll(chat.prompt('Hi').stream())],
  ['a view of a stream', (chat) => lastValueFrom(chat.prompt('Hi').stream().content())],
  ['the events of a stream', (chat) => lastValueFrom(chat.prompt('Hi').stream().events())],
  ['the outcome of a stream', (chat) => chat.prompt('Hi').stream().outcome()],
  ['an entity of a stream', (chat) => lastValueFrom(chat.prompt('Hi').stream().entity(SCHEMA))],
];

const rounds = [
  ['first', 0, ['user']],
  ['second', 1, ['user', 'assistant', 'tool']],
] as const;

const reasons: readonly [string, unknown][] = [
  ['an error of the provider', new ChatModelException({ provider: 'acme', modelId: 'acme-1' }, 'failed (HTTP 500).')],
  ['an error of an advisor', new Error('The index is gone.')],
  ['a programming error', new TypeError('undefined is not a function')],
  ['a value that is not an Error', 'a text'],
  ['an HttpException', new HttpException('Slow down.', HttpStatus.TOO_MANY_REQUESTS)],
  ['a mistake of an advisor', new ChatClientException('It returned nothing.')],
  ['a tool that cannot be used', new ToolException('It ran twice.')],
  ['a wait that cannot be stored', new SuspensionException('No turn can wait here.')],
  ['a wait without a stored run', new ToolApprovalPendingException([])],
  ['another suspended turn', new ToolApprovalPendingException([], { runId: 'r', approvals: [] })],
  ['a turn inside the turn', new ChatTurnException([], new Error('inside'))],
  ['a conversation with a pending approval', new ApprovalConflictException('c', ['r'], [])],
  ['a store that does not answer', new StoreUnavailableException()],
];

/** An advisor that throws in one round, before the model is called. */
const advisorThat = (fails: () => never, at: number) =>
  advisor((request, chain) => (request.round === at ? fails() : chain.next(request)), 0);

const failingAt = (at: number, error: unknown) =>
  advisorThat(() => {
    throw error;
  }, at);

const clientWith = (inside: Advisor) =>
  ChatClient.create(new ScriptedChatModel([callsTools(toolCall('look')), '{"total":1}']), {
    tools: [tool('look')],
    advisors: [inside],
  });

const throwing = (error: unknown, at: number): ChatClient => clientWith(failingAt(at, error));

refuseUnhandledRejections();

describe.each(reads)('a failure in %s', (_, read) => {
  describe.each(rounds)('in the %s round', (_round, at, roles) => {
    it.each(reasons)('is the cause of a ChatTurnException: %s', async (_kind, reason) => {
      const error = (await rejectionOf(read(throwing(reason, at)))) as ChatTurnException;
      expect(error).toBeInstanceOf(ChatTurnException);
      expect(error.cause).toBe(reason);
      expect(error.transcript.map(({ role }) => role)).toEqual(roles);
      expect(causeOf(error)).toBe(causeOf(reason));
    });

    it('is a RunEndedException without a wrapper, with the transcript of a later round', async () => {
      const error = await rejectionOf(read(throwing(new RunEndedException('r', 'cancelled', 'not needed'), at)));
      expect(error).toBeInstanceOf(RunEndedException);
      expect((error as RunEndedException).transcript.map(({ role }) => role)).toEqual(at === 0 ? [] : roles);
    });

    it('is the cause of a ChatTurnException if an advisor adds an unknown tool or removes all messages', async () => {
      const changing = (options: { tools?: readonly string[]; messages?: [] }) =>
        advisor((request, chain) => {
          const { tools = request.options.tools, messages = request.messages } = options;
          return chain.next(
            request.round === at ? { ...request, messages, options: { ...request.options, tools } } : request,
          );
        }, 0);
      const unknown = await rejectionOf(read(clientWith(changing({ tools: ['nope'] }))));
      expect(unknown).toMatchObject({ name: 'ChatTurnException', cause: { name: 'ToolException' } });
      expect(String(unknown)).toContain('No tool is named "nope".');
      const empty = await rejectionOf(read(clientWith(changing({ messages: [] }))));
      expect(empty).toMatchObject({ name: 'ChatTurnException', cause: { name: 'ChatClientException' } });
      expect(String(empty)).toContain('has no message');
    });
  });

  it.each([
    [
      'an advisor that throws before its stream',
      advisor(() => {
        throw new Error('at once');
      }),
    ],
    [
      'an advisor that throws in its stream',
      advisor(async function* () {
        throw new Error('at once');
      }),
    ],
  ])('is the cause of a ChatTurnException outside of the rounds: %s', async (_kind, failing) => {
    const chat = ChatClient.create(new ScriptedChatModel(['never']), { advisors: [failing] });
    const error = await rejectionOf(read(chat));
    expect(error).toMatchObject({
      name: 'ChatTurnException',
      cause: { message: 'at once' },
      transcript: [{ role: 'user', content: [{ text: 'Hi' }] }],
    });
  });

  it('is not wrapped if the turn is refused before its chain begins', async () => {
    const refused = new Error('Nobody is signed in.');
    const requester = { identify: () => Promise.reject(refused), rehydrate: () => Promise.reject(refused) };
    const { chat, model } = await boot({
      options: { client: { conversation: 'c' }, approval: { store: new InMemoryApprovalStore(), requester } },
    });
    expect(await rejectionOf(read(chat))).toBe(refused);
    expect(model.prompts).toEqual([]);
  });

  it.each([
    ['an HttpException', new HttpException('Gone.', 410)],
    ['a time limit', new ChatTimeoutException(5)],
  ])('is the cause of a ChatTurnException if its caller ends the turn with %s', async (_kind, reason) => {
    const caller = new AbortController();
    const leaving = advisorThat(() => {
      caller.abort(reason);
      throw new Error('too late');
    }, 0);
    const chat = clientWith(leaving);
    const signaled = { prompt: (text: string) => chat.prompt(text).signal(caller.signal) } as unknown as ChatClient;
    const error = await rejectionOf(read(signaled));
    expect(error).toMatchObject({ name: 'ChatTurnException', cause: reason, transcript: [{ role: 'user' }] });
  });
});

describe('an entity that a directly returned result does not match', () => {
  it.each([
    ['a call', (chat: ChatClient) => chat.prompt('Hi').call().entity(SCHEMA)],
    ['a stream', (chat: ChatClient) => lastValueFrom(chat.prompt('Hi').stream().entity(SCHEMA))],
  ])('is the cause of a ChatTurnException with the transcript, in %s', async (_, read) => {
    const direct = tool('look', () => 'no entity', { returnDirect: true });
    const chat = ChatClient.create(new ScriptedChatModel([callsTools(toolCall('look'))]), { tools: [direct] });
    expect(await rejectionOf(read(chat))).toMatchObject({
      name: 'ChatTurnException',
      cause: { name: 'StructuredOutputException' },
      transcript: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }],
    });
  });
});

@Controller()
class Desk {
  constructor(private readonly chat: ChatClient) {}

  @Get()
  answer(): Promise<string> {
    return this.chat.prompt('Hi').tools(tool('look')).call().content();
  }
}

describe('an HttpException that an advisor throws, over HTTP', () => {
  it.each([
    [0, new HttpException('Slow down.', 429), { statusCode: 429, message: 'Slow down.' }],
    [1, new HttpException('Slow down.', 429), { statusCode: 429, message: 'Slow down.' }],
    [1, new HttpException('db-7 is gone', 503), { statusCode: 503, message: 'Service Unavailable' }],
    [1, new Error('db-7 is gone'), { statusCode: 500, message: 'Internal server error' }],
  ])('is answered with its status, in round %i: %s', async (at, reason, body) => {
    const { app } = await boot({
      script: [callsTools(toolCall('look')), 'Done'],
      controllers: [Desk],
      options: { client: { advisors: [failingAt(at, reason)] } },
    });
    const server = app.createNestApplication();
    await server.listen(0, '127.0.0.1');
    const { port } = server.getHttpServer().address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(response.status).toBe(body.statusCode);
    expect(await response.json()).toEqual(body);
    await server.close();
  });
});
