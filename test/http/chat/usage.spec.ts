import { expect, it } from 'vitest';
import { lastValueFrom, map, takeLast, toArray } from 'rxjs';
import { ChatClient } from 'toolgate';
import { uiMessageStream } from 'toolgate/http';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../../approval/approval.fixture.js';
import { AsksAgain } from '../../approval/asks-again.fixture.js';

const usage = { inputTokens: 7, outputTokens: 3 };

const times = (count: number) => ({ inputTokens: 7 * count, outputTokens: 3 * count });

const says = (text: string): ScriptedAnswer => ({
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  usage,
});

const asks: ScriptedAnswer = { message: callsTools(toolCall('refund', { order: 'A-1', amount: 5 }, 'r')), usage };

/** Reads a stream to its end, and returns the metadata of its last chunk. */
const readMetadata = async (turn: Parameters<typeof uiMessageStream>[0]): Promise<unknown> => {
  const last = uiMessageStream(turn).pipe(
    takeLast(2),
    map(({ data }) => data),
    toArray(),
  );
  const [finish, done] = await lastValueFrom(last);
  expect(done).toBe('[DONE]');
  return (finish as { readonly messageMetadata: unknown }).messageMetadata;
};

it('a stream of messages has the tokens of each loop of its turn', async () => {
  const model = new ScriptedChatModel([says('First.'), says('Second.')]);
  const { app } = await bootDesk(model, {}, { providers: [AsksAgain] });
  expect(await readMetadata(app.get(ChatClient).prompt('Hi').stream())).toEqual({ usage: times(2), waits: false });
  await app.close();
});

it('a stream of messages has the tokens of the whole turn after a decision, also when it is read again', async () => {
  const model = new ScriptedChatModel([says('First.'), asks, says('Done.')]);
  const { app, approvals } = await bootDesk(model, { client: { tools: [Desk] } }, { providers: [AsksAgain] });
  const chat = app.get(ChatClient);
  const turn = chat.prompt('Refund A-1').stream();
  expect(await readMetadata(turn)).toEqual({ usage: times(2), waits: true });
  const [first] = (await approvals.list()).items;
  await approvals.decide(first!.id, yes(first!), { id: 'grace' });
  for (const resumed of [chat.resume(turn.runId).stream(), chat.resume(turn.runId).stream()]) {
    expect(await readMetadata(resumed)).toEqual({ usage: times(3), waits: false });
  }
  await app.close();
});
