import { describe, expect, it } from 'vitest';
import { type ChangeRun, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { deferred } from '../story.fixture.js';
import { processOver } from './due-work.fixture.js';
import { until } from './waiting.fixture.js';

/** A store whose reply to the next suspension arrives when the test lets it. */
class LateStore extends InMemoryApprovalStore {
  readonly reply = deferred();
  isLate = false;

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    const result = await super.change(run, change);
    const { approvals = [] } = (await this.state(run)) ?? {};
    if (!this.isLate || approvals.every(({ status }) => status !== 'PENDING')) return result;
    this.isLate = false;
    await this.reply.promise;
    return result;
  }
}

/** Calls refund twice, one after the other, and then answers. */
const refundsTwice: ScriptedAnswer = ({ messages }) => {
  const results = messages.filter(({ role }) => role === 'tool').length;
  return results === 2 ? 'Done.' : callsTools(toolCall('refund', { order: `A-${results}`, amount: 70 }));
};

describe('a run that is decided before the worker that suspended it has the reply of the store', () => {
  it.each(['sweep', 'job'] as const)('is resumed by that worker without another wake-up (%s)', async (wakeUp) => {
    const store = new LateStore();
    const worker = await processOver(store, {}, refundsTwice);
    const door = await processOver(store, { worker: false });
    const runId = await worker.ask();
    await worker.approve(runId);
    store.isLate = true;
    await worker.sweep();
    await until(async () => (await door.approvals.list({ runId, status: 'PENDING' })).items.length === 1);
    await door.approve(runId);
    if (wakeUp === 'sweep') await worker.sweep();
    const resumed = wakeUp === 'job' && worker.dispatcher.worker!.resume(runId);
    store.reply.resolve();
    await until(async () => (await door.approvals.runs.get(runId)).status === 'completed');
    await resumed;
    expect(worker.desk.done).toHaveLength(2);
    await worker.app.close();
    await door.app.close();
  });
});
