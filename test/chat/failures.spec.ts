import { describe, expect, it } from 'vitest';
import { lastValueFrom } from 'rxjs';
import { causeOf, ChatClient, ChatModelException, ChatTurnException, type StreamPart } from 'toolgate';
import { callsTools, ScriptedChatModel, type ScriptedChatModelOptions, toolCall } from 'toolgate/testing';
import { failureOf } from '../story.fixture.js';
import { readAll, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

const failure = new ChatModelException({ provider: 'acme', modelId: 'acme-1' }, 'failed (HTTP 500).');
const reads: readonly [string, (chat: ChatClient) => Promise<unknown>][] = [
  ['a call', (chat) => chat.prompt('Hi').call().content()],
  ['a stream', (chat) => readAll(chat.prompt('Hi').stream())],
  ['a view of a stream', (chat) => lastValueFrom(chat.prompt('Hi').stream().content())],
  ['the outcome of a stream', (chat) => chat.prompt('Hi').stream().outcome()],
];

const clientOf = (script: ConstructorParameters<typeof ScriptedChatModel>[0], options?: ScriptedChatModelOptions) =>
  ChatClient.create(new ScriptedChatModel(script, options), { tools: [tool('look')] });

refuseUnhandledRejections();

describe.each(reads)('an error of the provider, in %s', (_, read) => {
  it('causes a ChatTurnException with the prompt before any tool call', async () => {
    const error = await rejectionOf(read(clientOf([failure])));
    expect(error).toBeInstanceOf(ChatTurnException);
    expect(error).toMatchObject({ cause: failure, transcript: [{ role: 'user', content: [{ text: 'Hi' }] }] });
    expect((error as ChatTurnException).transcript).toHaveLength(1);
  });

  it('causes a ChatTurnException with the results after tool calls', async () => {
    const error = await rejectionOf(read(clientOf([callsTools('Let me look.', toolCall('look')), failure])));
    expect(error).toBeInstanceOf(ChatTurnException);
    expect(error).toMatchObject({
      cause: failure,
      message: 'The turn failed: The model acme-1 of acme failed (HTTP 500).',
      transcript: [
        { role: 'user' },
        { role: 'assistant' },
        { role: 'tool', content: [{ toolName: 'look', outcome: { type: 'success' } }] },
      ],
    });
  });
});

describe.each(reads)('causeOf(), for an error in %s', (_, read) => {
  it.each([
    ['before a tool was called', [failure]],
    ['after a tool was called', [callsTools(toolCall('look')), failure]],
  ])('returns the error of the provider: %s', async (_round, script) => {
    expect(causeOf(await rejectionOf(read(clientOf(script))))).toBe(failure);
  });
});

describe('causeOf()', () => {
  it('returns the innermost cause of nested turns, and any other value unchanged', () => {
    const inner = new ChatTurnException([], failure);
    expect(causeOf(new ChatTurnException([], inner))).toBe(failure);
    expect([failure, 'text', undefined].map(causeOf)).toEqual([failure, 'text', undefined]);
  });
});

describe('a stream that breaks off', () => {
  const cut = new Error('The connection was cut.');

  it.each([0, 1, 2])('after %i parts of the first answer fails with the error of the connection', async (parts) => {
    const beforePart = (_: StreamPart, index: number) => {
      if (index === parts) throw cut;
    };
    const stream = clientOf([callsTools('Let me look.', toolCall('look'))], { beforePart })
      .prompt('Hi')
      .stream();
    const seen: StreamPart[] = [];
    const read = async () => {
      for await (const part of stream) seen.push(part);
    };
    expect(await rejectionOf(failureOf(read()))).toBe(cut);
    expect(await rejectionOf(failureOf(stream.outcome()))).toBe(cut);
    expect(seen).toHaveLength(parts);
  });

  it('in the answer after a tool fails with the results of the tool', async () => {
    let rounds = 0;
    const beforePart = ({ type }: StreamPart) => {
      if (type === 'text-delta' && rounds++ === 1) throw cut;
    };
    const chat = clientOf([callsTools(toolCall('look')), 'A long answer'], { beforePart });
    const error = (await rejectionOf(chat.prompt('Hi').stream().outcome())) as ChatTurnException;
    expect(error).toMatchObject({ name: 'ChatTurnException', cause: cut });
    expect(error.transcript.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });
});
