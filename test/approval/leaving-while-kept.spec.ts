import { describe, expect, it } from 'vitest';
import { ChatClient, ChatMemory } from 'toolgate';
import { type ChangeRun, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { deferred, settled } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const find = toolCall('find', { order: 'A-1' });

/** Saves nothing before the test allows it. */
class SlowStore extends InMemoryApprovalStore {
  readonly asked = deferred();
  readonly let = deferred();

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    this.asked.resolve();
    await this.let.promise;
    return super.change(run, change);
  }
}

describe('a turn whose caller leaves while it is being saved', () => {
  it('still waits, and its conversation receives it once, at its end', async () => {
    const store = new SlowStore();
    const model = new ScriptedChatModel([callsTools(find), callsTools(refund), 'Done.']);
    const { app, approvals, desk } = await bootDesk(model, { store, memory: true });
    const leaving = new AbortController();
    const chat = app.get(ChatClient);
    const call = chat.prompt('Refund A-1').tools(Desk).conversation('c').signal(leaving.signal).call();
    const outcome = call.outcome().catch((error: unknown) => error);
    await store.asked.promise;
    leaving.abort(new Error('The tab was closed.'));
    expect(await outcome).toBeInstanceOf(Error);
    store.let.resolve();
    await settled();
    const memory = app.get(ChatMemory);
    expect(await memory.get('c')).toEqual([]);
    const [approval] = (await approvals.list()).items;
    await approvals.decide(approval!.id, yes(approval!), { id: 'grace' });
    expect(await chat.resume(approval!.runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(2);
    expect((await memory.get('c')).map(({ role }) => role)).toEqual(['user', 'assistant']);
    await app.close();
  });
});

describe('a saved turn', () => {
  it('contains no headers, and resumes with those of the client', async () => {
    const store = new InMemoryApprovalStore();
    const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
    const client = { options: { headers: { authorization: 'Bearer of-the-client' } } };
    const { app, approvals } = await bootDesk(model, { store, client });
    const chat = app.get(ChatClient);
    const outcome = await chat.prompt('Refund A-1').tools(Desk).call().outcome();
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    expect(JSON.stringify(await store.checkpoint(outcome.runId))).not.toContain('Bearer');
    const [approval] = outcome.approvals;
    await approvals.decide(approval!.id, yes(approval!), { id: 'grace' });
    await chat.resume(outcome.runId).call().content();
    expect(model.prompts.at(-1)?.options?.headers).toEqual(client.options.headers);
    await app.close();
  });
});
