import { describe, expect, it } from 'vitest';
import { firstValueFrom, lastValueFrom, type Observable, take, tap, toArray } from 'rxjs';
import { ChatClient, ChatTurnException, type StreamPart, type ToolContext } from 'toolgate';
import { LiveTurnException, TurnLog } from 'toolgate/chat';
import { InMemoryApprovalStore, StoreUnavailableException } from 'toolgate/approval';
import { callsTools, FaultInjectingApprovalStore, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { until } from '../approval/waiting.fixture.js';
import { rejectionOf, textOfParts, tool } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { allOf, heldModel, loggedLines } from './live.fixture.js';

const TEXT = 'The order is on its way.';
const ADA = { id: 'ada' };
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }, 'c1'));
const last = (parts: readonly StreamPart[]): StreamPart | undefined => parts.at(-1);

/** Starts an application whose store saves the first turn after `save()`. */
const bootSaving = async (liveTurns?: { readonly shutdownMs: number }) => {
  const [saving, saved] = [deferred(), deferred()];
  const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
  store.plan = ({ method, count }) => {
    if (method !== 'change' || count !== 1) return 'ok';
    saving.resolve();
    return { waitFor: saved.promise };
  };
  const { app, approvals } = await bootDesk(new ScriptedChatModel([refund]), { liveTurns, store });
  return { app, approvals, store, chat: app.get(ChatClient), saving: saving.promise, save: () => saved.resolve() };
};

describe('a live turn that is refused because its store does not answer', () => {
  it('is logged with the reason of the store', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app } = await bootDesk(new ScriptedChatModel([TEXT]), { store });
    store.plan = () => {
      throw new StoreUnavailableException(new Error('connect ECONNREFUSED db-7'));
    };
    const lines = loggedLines();
    await rejectionOf(app.get(ChatClient).prompt('Hi').conversation('c').stream().live().outcome());
    expect(lines).toEqual([
      expect.stringMatching(
        /^A live turn was refused: StoreUnavailableException: .*Try again\. Cause: Error: connect ECONNREFUSED db-7 \(/,
      ),
    ]);
    store.plan = () => 'ok';
    await app.close();
  });
});

describe('the readers of a live turn', () => {
  it('receive every part, however late they come, and from any part on', async () => {
    const { model, reached, open } = heldModel([TEXT], 3);
    const turn = ChatClient.create(model).prompt('Hi').stream().live();
    const early = allOf(turn.parts());
    await reached;
    const late = allOf(turn.parts());
    const middle = allOf(turn.parts(2));
    open();
    const parts = await early;
    expect(textOfParts(parts)).toBe(TEXT);
    expect(last(parts)).toMatchObject({ type: 'finish', round: 0 });
    expect(await late).toEqual(parts);
    expect(await middle).toEqual(parts.slice(2));
    expect(await allOf(turn.parts())).toEqual(parts);
    expect(await turn.outcome()).toMatchObject({ status: 'completed', content: TEXT });
  });

  it.each([-1, 0.5, NaN])('are refused if they begin at %s', async (from) => {
    const turn = ChatClient.create(new ScriptedChatModel([TEXT]))
      .prompt('Hi')
      .stream()
      .live();
    await expect(allOf(turn.parts(from))).rejects.toThrow(`from part ${from} on. Pass a whole number from 0 on.`);
    expect(() => turn.read(from)).toThrow(TypeError);
    await turn.outcome();
  });

  it('only detach when they leave', async () => {
    const { model, reached, open } = heldModel([TEXT], 3);
    const turn = ChatClient.create(model).prompt('Hi').stream().live();
    expect(textOfParts(await firstValueFrom(turn.parts().pipe(take(2), toArray())))).toBe('The orde');
    await reached;
    open();
    expect(await turn.outcome()).toMatchObject({ content: TEXT });
    expect(model.aborted).toBe(0);
  });

  it('end with their application, so that its server can close while another instance runs the turn', async () => {
    const { app } = await bootDesk(new ScriptedChatModel([]));
    const log = await app.get(TurnLog).open('elsewhere', { tenant: 'default', attempt: 0, onAbort: () => {} });
    const part = { type: 'text-delta', id: 't', delta: 'The', round: 0 } as const;
    await log.append([part]);
    const turn = await app.get(ChatClient).follow('elsewhere', ADA);
    const read = allOf(turn!.parts());
    await app.close();
    expect(await read).toEqual([part]);
  });

  it('are not needed: the turn runs without one', async () => {
    const turn = ChatClient.create(new ScriptedChatModel([TEXT]))
      .prompt('Hi')
      .stream()
      .live();
    expect(await turn.outcome()).toMatchObject({ content: TEXT });
  });

  it('follow by the id of the turn, if they requested it or are administrators of its tenant', async () => {
    const { model, reached, open } = heldModel([TEXT], 3);
    const { app } = await bootDesk(model);
    const chat = app.get(ChatClient);
    const prompt = chat.prompt('Hi').toolContext({ tenant: 'acme' }).conversation('c-1');
    const { runId } = prompt.stream().live();
    await reached;
    expect(await chat.active({ tenant: 'acme', conversation: 'c-1' })).toBe(runId);
    expect(await chat.active('c-1')).toBeUndefined();
    const acme = { tenant: 'acme', administrator: false };
    expect(await chat.follow(runId, { id: 'bob', ...acme })).toBeUndefined();
    expect(await chat.follow(runId, ADA)).toBeUndefined();
    expect(await chat.follow('nobody', { id: 'ada', ...acme })).toBeUndefined();
    const own = await chat.follow(runId, { id: 'ada', ...acme });
    const foreign = await chat.follow(runId, { id: 'bob', tenant: 'acme' });
    open();
    expect(textOfParts(await allOf(own!.parts()))).toBe(TEXT);
    expect(textOfParts(await allOf(foreign!.parts()))).toBe(TEXT);
    expect(await chat.active({ tenant: 'acme', conversation: 'c-1' })).toBeUndefined();
    await app.close();
  });

  it('receive a suspension as the last part, and the rest of the turn after the decision', async () => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([refund, TEXT]));
    const chat = app.get(ChatClient);
    const turn = chat.prompt('Refund').tools(Desk).stream().live();
    const before = await allOf(turn.parts());
    expect(last(before)).toMatchObject({ type: 'suspended', runId: turn.runId });
    expect(await turn.outcome()).toMatchObject({ status: 'suspended', runId: turn.runId });
    const { items } = await approvals.list({ runId: turn.runId });
    const approval = await approvals.get(items[0]!.id, ADA);
    await approvals.decide(approval.id, yes(approval), { id: 'grace' });
    const resumed = chat.resume(turn.runId).stream().live();
    expect(await resumed.outcome()).toMatchObject({ content: TEXT });
    const parts = await allOf(turn.parts());
    expect(parts.slice(0, before.length)).toEqual(before);
    const after = parts.slice(before.length);
    expect(after.map(({ type, round }) => `${type} ${round}`).slice(0, 3)).toEqual([
      'resumed 0',
      'tool-result 0',
      'text-delta 1',
    ]);
    expect(textOfParts(after)).toBe(TEXT);
    await app.close();
  });

  it('receive the answer of a worker while the model writes it', async () => {
    const gate = deferred();
    const beforePart = (part: StreamPart, index: number) =>
      part.type === 'text-delta' && index > 3 ? gate.promise : undefined;
    const model = new ScriptedChatModel([refund, TEXT], { beforePart });
    const { app, approvals } = await bootDesk(model, { client: { tools: [Desk] }, approval: { worker: true } });
    const chat = app.get(ChatClient);
    const turn = chat.prompt('Refund').stream().live();
    const before = await allOf(turn.parts());
    expect(last(before)).toMatchObject({ type: 'suspended' });
    const { items } = await approvals.list({ runId: turn.runId });
    await approvals.decide(items[0]!.id, yes(items[0]!), { id: 'grace' });
    const after = (): Observable<StreamPart> => turn.parts(before.length);
    await until(async () => (await firstValueFrom(after(), { defaultValue: undefined })) !== undefined);
    const received: StreamPart[] = [];
    const whole = lastValueFrom(after().pipe(tap((part) => received.push(part))));
    await until(() => textOfParts(received).startsWith('The'));
    // A page that is opened now joins at the part that is written.
    const joined = lastValueFrom(chat.resume(turn.runId).stream().content().pipe(toArray()));
    gate.resolve();
    await whole;
    expect(textOfParts(received)).toBe(TEXT);
    expect((await joined).join('')).toBe(TEXT);
    expect(await chat.resume(turn.runId).call().content()).toBe(TEXT);
    await app.close();
  });
});

describe('a live turn that fails', () => {
  it('ends with an error part without details', async () => {
    const lines = loggedLines();
    const model = new ScriptedChatModel([new Error('key sk-secret is invalid')]);
    const turn = ChatClient.create(model, { retry: false }).prompt('Hi').stream().live();
    expect(await allOf(turn.parts())).toEqual([{ type: 'error', kind: 'failed', message: 'The turn failed.' }]);
    expect(await rejectionOf(turn.outcome())).toBeInstanceOf(ChatTurnException);
    expect(lines).toEqual([expect.stringContaining(`A live turn failed: ChatTurnException`)]);
    expect(lines[0]).toContain(turn.runId);
  });
});

describe('an abort', () => {
  const running = async () => {
    const signals: AbortSignal[] = [];
    const started = deferred();
    const wait = tool('wait', (_input, { signal }: ToolContext) => {
      signals.push(signal);
      started.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
    });
    const { app } = await bootDesk(new ScriptedChatModel([callsTools(toolCall('wait', {}, 'c1')), TEXT]));
    const chat = app.get(ChatClient);
    const turn = chat.prompt('Hi').tools(wait).toolContext({ tenant: 'acme' }).stream().live();
    await started.promise;
    return { app, chat, turn, signals };
  };

  it.each([
    { id: 'ada', tenant: 'acme', administrator: false },
    { id: 'bob', tenant: 'acme' },
  ])('by $id ends the turn, its tools and its readers', async (by) => {
    const { app, chat, turn, signals } = await running();
    await chat.abort(turn.runId, by);
    expect(last(await allOf(turn.parts()))).toEqual({
      type: 'error',
      kind: 'aborted',
      message: 'The turn was aborted.',
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await rejectionOf(turn.outcome())).toBeInstanceOf(ChatTurnException);
    await chat.abort(turn.runId, by);
    await app.close();
  });

  it('is no failure, and needs no identity in an application that has none', async () => {
    const lines = loggedLines();
    const { model, reached } = heldModel([TEXT], 2);
    const chat = ChatClient.create(model);
    const turn = chat.prompt('Hi').stream().live();
    await reached;
    await chat.abort(turn.runId, { id: 'anybody', administrator: false });
    expect(last(await allOf(turn.parts()))).toMatchObject({ type: 'error', kind: 'aborted' });
    expect(lines).toEqual([]);
  });

  it('by a person of another tenant answers as for an unknown turn', async () => {
    const { app, chat, turn } = await running();
    const unknown = await rejectionOf(chat.abort('nobody', ADA));
    const foreign = await rejectionOf(chat.abort(turn.runId, ADA));
    expect(foreign).toBeInstanceOf(LiveTurnException);
    expect(String(foreign).replace(turn.runId, 'ID')).toBe(String(unknown).replace('nobody', 'ID'));
    expect(foreign).toMatchObject({ problem: 'not-found' });
    await chat.abort(turn.runId, { id: 'ada', tenant: 'acme' });
    await app.close();
  });

  it('by another person of the tenant is refused, unless the person is an administrator', async () => {
    const { app, chat, turn } = await running();
    const by = { id: 'bob', tenant: 'acme', administrator: false };
    expect(await rejectionOf(chat.abort(turn.runId, by))).toMatchObject({ problem: 'not-eligible' });
    await chat.abort(turn.runId, { id: 'ada', tenant: 'acme' });
    await app.close();
  });

  it.each([{}, { id: '' }, { id: 'ada', tenant: '' }, undefined])('needs a person: %p', async (by) => {
    const chat = ChatClient.create(new ScriptedChatModel([]));
    await expect(chat.abort('r-1', by as never)).rejects.toThrow('The person has no id or an invalid tenant.');
    await expect(chat.follow('r-1', by as never)).rejects.toThrow('The person has no id or an invalid tenant.');
  });

  it('cancels a turn that waits for a person', async () => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([refund]));
    const chat = app.get(ChatClient);
    const turn = chat.prompt('Refund').tools(Desk).stream().live();
    await turn.outcome();
    expect(await rejectionOf(chat.abort(turn.runId, { id: 'ada', tenant: 'other' }))).toMatchObject({
      problem: 'not-found',
    });
    await chat.abort(turn.runId, ADA);
    expect((await approvals.runs.get(turn.runId)).status).toBe('cancelled');
    await chat.abort(turn.runId, ADA);
    await app.close();
  });

  it('cancels a turn that is being saved to wait for a person', async () => {
    const { app, chat, approvals, store, saving, save } = await bootSaving();
    const turn = chat.prompt('Refund').tools(Desk).stream().live();
    await saving;
    await chat.abort(turn.runId, ADA);
    await expect(turn.outcome()).rejects.toThrow('The turn was aborted.');
    save();
    await until(async () => (await store.state(turn.runId))?.run.status === 'cancelled');
    expect((await approvals.list()).items).toMatchObject([{ status: 'CANCELLED' }]);
    await app.close();
  });
});

describe('an application that stops', () => {
  it('waits for its live turns', async () => {
    const { model, reached, open } = heldModel([TEXT], 2);
    const { app } = await bootDesk(model);
    const turn = app.get(ChatClient).prompt('Hi').stream().live();
    await reached;
    const closed = app.close();
    open();
    await closed;
    expect(await turn.outcome()).toMatchObject({ content: TEXT });
  });

  it('cancels no turn that is being saved to wait for a person', async () => {
    const { app, chat, store, saving, save } = await bootSaving({ shutdownMs: 20 });
    const turn = chat.prompt('Refund').tools(Desk).stream().live();
    await saving;
    await app.close();
    await expect(turn.outcome()).rejects.toThrow('The application stopped.');
    save();
    await until(async () => (await store.state(turn.runId)) !== undefined);
    await new Promise(setImmediate);
    expect(await store.state(turn.runId)).toMatchObject({
      run: { status: 'suspended' },
      approvals: [{ status: 'PENDING' }],
    });
  });

  it('ends turns that take too long, and their readers receive an error', async () => {
    const { model, reached } = heldModel([TEXT], 2);
    const { app } = await bootDesk(model, { liveTurns: { shutdownMs: 20 } });
    const turn = app.get(ChatClient).prompt('Hi').stream().live();
    const parts = allOf(turn.parts());
    await reached;
    await app.close();
    expect(last(await parts)).toMatchObject({ type: 'error', kind: 'lost' });
    await until(() => model.aborted === 1);
  });
});
