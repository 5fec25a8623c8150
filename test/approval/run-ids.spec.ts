import { describe, expect, it } from 'vitest';
import { firstValueFrom } from 'rxjs';
import { ChatClient, ToolContext } from 'toolgate';
import { HumanApprovalStrategy } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { readAll, tool } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }, 'c1'));

describe('the id of a turn', () => {
  const seenBy = () => {
    const seen: string[] = [];
    const look = tool('look', (_input, { runId }: ToolContext) => {
      seen.push(runId);
      return 'seen';
    });
    const model = new ScriptedChatModel([callsTools(toolCall('look', {}, 'c1')), 'Done.']);
    return { seen, model, chat: ChatClient.create(model, { tools: [look] }) };
  };

  it('is known before anything is sent', () => {
    const { chat, model } = seenBy();
    const handles = [chat.prompt('Hi').call(), chat.prompt('Hi').stream(), chat.resume('r-1').stream()];
    expect(handles.map(({ runId }) => runId)).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      'r-1',
    ]);
    expect(handles[0]!.runId).not.toBe(handles[1]!.runId);
    expect(model.prompts).toEqual([]);
  });

  it.each([true, false])('is the one that its tools see, if it is read before the turn: %s', async (isReadFirst) => {
    const { chat, seen } = seenBy();
    const call = chat.prompt('Hi').call();
    const before = isReadFirst ? call.runId : undefined;
    await call.content();
    expect(seen).toEqual([call.runId]);
    if (isReadFirst) expect(call.runId).toBe(before);
  });

  it.each([true, false])('is the one that the tools of a stream see, if it is read before: %s', async (isReadFirst) => {
    const { chat, seen } = seenBy();
    const stream = chat.prompt('Hi').stream();
    const before = isReadFirst ? stream.runId : undefined;
    await readAll(stream);
    expect(seen).toEqual([stream.runId]);
    if (isReadFirst) expect(stream.runId).toBe(before);
  });

  it('differs for each handle of one prompt', async () => {
    const prompt = ChatClient.create(new ScriptedChatModel(['One', 'Two'])).prompt('Hi');
    const handles = [prompt.stream(), prompt.stream()];
    for (const handle of handles) await firstValueFrom(handle.content());
    expect(handles[0]!.runId).not.toBe(handles[1]!.runId);
  });
});

onEveryStore('the id of a turn that waits', (open) => {
  it.each(['call', 'stream'] as const)('is the id of its run (%s)', async (mode) => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([refund, 'Done.']), {
      store: await open(),
      approval: { strategy: new HumanApprovalStrategy() },
    });
    const chat = app.get(ChatClient);
    const handle = chat.prompt('Refund').tools(Desk)[mode]();
    const { runId } = handle;
    const { first, ...outcome } = await waits(handle);
    expect(outcome.runId).toBe(runId);
    await approvals.decide(first.id, yes(first), GRACE);
    const resumed = chat.resume(runId).call();
    expect([resumed.runId, await resumed.content(), resumed.runId]).toEqual([runId, 'Done.', runId]);
    await app.close();
  });
});
