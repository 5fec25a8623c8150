import { afterEach, describe, expect, it } from 'vitest';
import { ChatClient, type StreamPart, ToolgateModule } from 'toolgate';
import { chatClientToken } from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { textOfParts } from '../chat/chat.fixture.js';
import { allOf } from './live.fixture.js';

const ADA = { id: 'ada' };
const TEXT = 'The order is on its way.';
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }, 'c1'));

describe('a live turn that waited, and whose run has ended without a stream', () => {
  const apps: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  /** A turn that waits, and a reader that follows it again. */
  const start = async () => {
    const booted = await bootDesk(
      new ScriptedChatModel([refund, TEXT]),
      {},
      { imports: [ToolgateModule.forFeature([{ name: 'other' }])] },
    );
    apps.push(booted.app);
    const chat = booted.app.get(ChatClient);
    const turn = chat.prompt('Refund').tools(Desk).stream().live();
    await turn.outcome();
    const partsOf = async (client = chat): Promise<readonly StreamPart[]> =>
      allOf((await client.follow(turn.runId, ADA))!.parts());
    const waiting = await partsOf();
    expect(waiting.at(-1)).toMatchObject({ type: 'suspended' });
    return { ...booted, chat, turn, waiting, partsOf };
  };

  it.each(['chat.abort', 'runs.cancel'])('ends for its readers, if it was canceled by %s', async (how) => {
    const { chat, approvals, turn, waiting, partsOf } = await start();
    if (how === 'chat.abort') await chat.abort(turn.runId, ADA);
    else await approvals.runs.cancel(turn.runId, { id: 'grace' }, 'not wanted any more');
    const aborted = { type: 'error', kind: 'aborted', message: 'The turn was aborted.' };
    expect(await partsOf()).toEqual([...waiting, aborted]);
    expect(await allOf(turn.parts())).toEqual([...waiting, aborted]);
  });

  it('shows its readers the answer', async () => {
    const { chat, approvals, turn, waiting, partsOf } = await start();
    const { items } = await approvals.list({ runId: turn.runId });
    await approvals.decide(items[0]!.id, yes(items[0]!), { id: 'grace' });
    expect((await partsOf()).at(-1)).toMatchObject({ type: 'suspended' });
    expect(await chat.resume(turn.runId).call().content()).toBe(TEXT);
    const parts = await partsOf();
    expect(parts.slice(0, waiting.length)).toEqual(waiting);
    const since = parts.slice(waiting.length);
    expect(since.map(({ type }) => type)).toEqual(['resumed', 'tool-result', 'text-delta', 'finish']);
    expect(textOfParts(since)).toBe(TEXT);
  });

  it('ends as it was for another client, which cannot resume the run', async () => {
    const { app, chat, turn, waiting, partsOf } = await start();
    await chat.abort(turn.runId, ADA);
    expect(await partsOf(app.get(chatClientToken('other')))).toEqual(waiting);
  });
});
