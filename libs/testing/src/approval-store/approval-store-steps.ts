import assert from 'node:assert/strict';
import type { ApprovalStore, CheckpointStep, RunCheckpoint } from 'toolgate/approval';
import { assistantMessage, type Message, textOf } from 'toolgate/model';
import { checkpointOf, openRun, runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

const { history: FIRST, exchanges: _, ...LOOP } = checkpointOf('first').loop;

/** Returns a step that adds a text to both lists of messages. Its number is also its round. */
const stepOf = (step: number, text = `${step}`, change: Partial<CheckpointStep> = {}): CheckpointStep => ({
  schema: 1,
  step,
  history: [assistantMessage(text), assistantMessage(`and ${text}`)],
  exchanges: [assistantMessage(text)],
  loop: { ...LOOP, round: step },
  ...change,
});

const said = (messages: readonly Message[]): readonly unknown[] =>
  messages.map((message) => (message.role === 'assistant' ? textOf(message) : message.role));

const put = (store: ApprovalStore, checkpoint: RunCheckpoint | CheckpointStep): Promise<void> =>
  store.change('r', () => ({ checkpoint, result: undefined }));

/** Part of the contract of an approval store: a checkpoint grows step by step. */
export const approvalStoreSteps = (it: It, make: Make): void => {
  growing(it, make);
  replacing(it, make);
  missing(it, make);
};

const growing = (it: It, make: Make): void => {
  it('adds the messages of all steps in order, and takes the other values from the last step', async () => {
    const store = await make();
    await store.change('r', openRun);
    const first = present(await store.checkpoint('r'));
    assert.equal(first.steps, undefined);
    for (let step = 1; step <= 12; step++) await put(store, stepOf(step));
    const { request, loop, steps } = present(await store.checkpoint('r'));
    const { history, exchanges, ...rest } = loop;
    const numbers = Array.from({ length: 12 }, (_each, index) => `${index + 1}`);
    assert.deepEqual(said(history), [...said(FIRST), ...numbers.flatMap((number) => [number, `and ${number}`])]);
    assert.deepEqual(said(exchanges), numbers);
    assert.deepEqual(rest, { ...LOOP, round: 12 });
    assert.deepEqual([request, steps], [first.request, 12]);
  });

  it('passes `resultOf` the checkpoint with the step of the same change', async () => {
    const store = await make();
    await store.change('r', openRun);
    await put(store, stepOf(1));
    const resultOf = (checkpoint: RunCheckpoint | undefined) => checkpoint?.loop.round;
    assert.equal(await store.change('r', () => ({ checkpoint: stepOf(2), resultOf })), 2);
    const refused = store.change('r', () => ({
      checkpoint: stepOf(3),
      resultOf: () => {
        throw new Error('no result');
      },
    }));
    await assert.rejects(refused, /no result/);
    assert.equal(present(await store.checkpoint('r')).loop.round, 2);
  });

  it('keeps an answer until a step without one, and the last trace that a step contains', async () => {
    const store = await make();
    await store.change('r', openRun);
    const answer = { ...LOOP.response, message: assistantMessage('Done.') };
    const [answered, traced] = [stepOf(1, 'a', { answer }), stepOf(2, 'b', { traceParent: '00-1-2-01' })];
    await put(store, answered);
    assert.deepEqual(present(await store.checkpoint('r')).answer, answer);
    await put(store, traced);
    await put(store, stepOf(3));
    const checkpoint = present(await store.checkpoint('r'));
    assert.equal(checkpoint.answer, undefined);
    assert.equal(checkpoint.request.traceParent, '00-1-2-01');
  });
};

const replacing = (it: It, make: Make): void => {
  it('replaces the last step with another one of the same number', async () => {
    const store = await make();
    await store.change('r', openRun);
    await put(store, stepOf(1));
    await put(store, stepOf(2, 'gone'));
    await put(store, stepOf(2, 'kept'));
    const { loop, steps } = present(await store.checkpoint('r'));
    assert.deepEqual(said(loop.exchanges), ['1', 'kept']);
    assert.equal(steps, 2);
  });

  it('removes all steps when a whole checkpoint is written, and counts from the start again', async () => {
    const store = await make();
    await store.change('r', openRun);
    for (let step = 1; step <= 3; step++) await put(store, stepOf(step));
    await put(store, { ...checkpointOf('second'), steps: 3 });
    assert.deepEqual(await store.checkpoint('r'), checkpointOf('second'));
    await put(store, stepOf(1));
    assert.deepEqual(said(present(await store.checkpoint('r')).loop.exchanges), ['1']);
  });

  it('keeps the steps of different runs apart', async () => {
    const store = await make();
    await store.change('r', openRun);
    await store.change('s', () => ({ run: runOf('s'), checkpoint: checkpointOf('s'), result: undefined }));
    await put(store, stepOf(1));
    assert.deepEqual(await store.checkpoint('s'), checkpointOf('s'));
  });
};

const missing = (it: It, make: Make): void => {
  it('rejects a step without a checkpoint, and writes nothing', async () => {
    const store = await make();
    const write = (checkpoint: CheckpointStep, version: number) =>
      store.change('r', () => ({ run: runOf('r', { version }), checkpoint, result: undefined }));
    await assert.rejects(write(stepOf(1), 1));
    assert.equal(await store.state('r'), undefined);
    await store.change('r', openRun);
    await put(store, stepOf(1));
    const before = await store.checkpoint('r');
    await assert.rejects(write(stepOf(3), 2));
    assert.deepEqual(await store.checkpoint('r'), before);
    assert.equal(present(await store.state('r')).run.version, 1);
    await put(store, stepOf(2));
  });
};
