import { describe, expect, it } from 'vitest';
import { ChatClient, type ChatTurnException } from 'toolgate';
import { atTurnEnd, type ChatTurn, HIGHEST_PRECEDENCE, type TurnEnd } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { deferred, failureOf, settled } from '../story.fixture.js';
import { advisor, readAll, refuseUnhandledRejections, rejectionOf, tool } from './chat.fixture.js';

refuseUnhandledRejections();

/** A client with an advisor that registers a callback for the end of each turn. */
const story = (
  script: readonly ScriptedAnswer[],
  atEnd: (end: TurnEnd, turn: ChatTurn) => Promise<void>,
  order = 0,
) => {
  const ends: string[] = [];
  const watch = advisor((request, chain) => {
    const { turn } = request;
    if (request.round === 0) {
      atTurnEnd(turn, async (end) => {
        ends.push(end.type);
        await atEnd(end, turn);
      });
    }
    return chain.next(request);
  }, order);
  const chat = ChatClient.create(new ScriptedChatModel(script), { tools: [tool('look')], advisors: [watch] });
  return { chat, ends };
};

const look = callsTools(toolCall('look'));
const reads: readonly [string, (chat: ChatClient) => Promise<unknown>][] = [
  ['a call', (chat) => chat.prompt('Hi').call().content()],
  ['a call with a signal', (chat) => chat.prompt('Hi').signal(new AbortController().signal).call().content()],
  ['a stream', (chat) => readAll(chat.prompt('Hi').stream())],
];

describe.each(reads)('a callback for the end of a turn, in %s', (_, read) => {
  it('runs before the caller receives the answer', async () => {
    const done: string[] = [];
    const { chat } = story([look, 'Done'], async (end) => {
      await settled();
      done.push(end.type === 'completed' ? end.response.chatResponse.finishReason.unified : 'failed');
    });
    await read(chat);
    expect(done).toEqual(['stop']);
  });

  it('fails the turn if it fails', async () => {
    const full = new Error('The disk is full.');
    const { chat, ends } = story(['Done'], () => Promise.reject(full));
    expect(await rejectionOf(failureOf(read(chat)))).toBe(full);
    expect(ends).toEqual(['completed']);
  });

  it('runs before the caller receives a failure, and does not hide that failure', async () => {
    const down = new Error('The model is down.');
    const { chat, ends } = story([look, down], async () => {
      await settled();
      throw new Error('The disk is full.');
    });
    expect(await rejectionOf(read(chat))).toMatchObject({ name: 'ChatTurnException', cause: down });
    expect(ends).toEqual(['failed']);
  });

  it('sees every tool call and result of all loops of the turn', async () => {
    let exchanges: ChatTurn['exchanges'];
    const again = advisor(async function* (request, chain) {
      yield* chain.next(request);
      return yield* chain.next(request);
    }, HIGHEST_PRECEDENCE + 250);
    const { chat } = story(
      [look, 'One', look, look, 'Two'],
      async (_, turn) => void ({ exchanges } = turn),
      HIGHEST_PRECEDENCE,
    );
    await read({ prompt: (text: string) => chat.prompt(text).advisors(again) } as ChatClient);
    expect(exchanges?.map(({ role }) => role).join()).toBe('assistant,tool,assistant,tool,assistant,tool');
  });
});

describe('a turn that is aborted', () => {
  it('ends at once, without waiting for its end callbacks', async () => {
    const slow = deferred();
    const { chat, ends } = story([() => new Promise(() => {})], () => slow.promise);
    const controller = new AbortController();
    const error = rejectionOf(chat.prompt('Hi').signal(controller.signal).call().content());
    await settled();
    controller.abort();
    expect(await error).toMatchObject({ name: 'ChatTurnException' });
    expect(ends).toEqual(['failed']);
    slow.reject(new Error('too late'));
  });

  it('by break, while a tool runs, passes the known results to its end callbacks', async () => {
    let kept: ChatTurn['exchanges'];
    const { chat, ends } = story([callsTools(toolCall('look'), toolCall('wait'))], async (_, { exchanges }) => {
      kept = exchanges;
    });
    const stream = chat
      .prompt('Hi')
      .addTools(tool('wait', () => new Promise(() => {})))
      .stream();
    for await (const part of stream) if (part.type === 'tool-result') break;
    await rejectionOf(stream.outcome());
    expect(ends).toEqual(['failed']);
    expect(kept).toMatchObject([{}, { content: [{ outcome: { type: 'success' } }, { outcome: { type: 'unknown' } }] }]);
  });

  it('while its end callbacks run keeps its first outcome', async () => {
    const slow = deferred();
    const { chat, ends } = story(['Done'], () => slow.promise);
    const controller = new AbortController();
    const error = rejectionOf(chat.prompt('Hi').signal(controller.signal).call().content());
    await settled();
    controller.abort(new Error('No time.'));
    expect(((await error) as ChatTurnException).cause).toEqual(new Error('No time.'));
    slow.resolve();
    await settled();
    expect(ends).toEqual(['completed']);
  });
});
