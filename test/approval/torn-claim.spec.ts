import { expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import type { ApprovalStore, ChangeRun } from 'toolgate/approval';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
  VirtualClock,
} from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onRacingConnections } from './on-every-database.fixture.js';
import { expectPaired, statusesOf, waits } from './waiting.fixture.js';

const LEASE_MS = 30_000;
const GRACE = { id: 'grace' };
const refund = (amount: number) => toolCall('refund', { order: 'A-1', amount }, `call-${amount}`);

/** A store whose replies to claims arrive when the test says so. */
class LateReplies extends FaultInjectingApprovalStore {
  readonly claimed = deferred();
  readonly arrives = deferred();

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    let isClaim = false;
    const result = await super.change(run, (state, now) => {
      const written = change(state, now);
      isClaim = written.events?.some(({ type }) => type === 'RESUMED') ?? false;
      return written;
    });
    if (isClaim) this.claimed.resolve();
    if (isClaim) await this.arrives.promise;
    return result;
  }
}

const processOver = async (store: ApprovalStore, script: readonly ScriptedAnswer[]) => {
  const model = new ScriptedChatModel(script);
  const booted = await bootDesk(model, { store, client: { tools: [Desk] }, retry: false });
  return { ...booted, model, chat: booted.app.get(ChatClient) };
};

onRacingConnections('a process that is stopped right after it claimed a run', (open) => {
  it('never sends the model results of another batch than its own', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const late = new LateReplies(store);
    const stopped = await processOver(late, [callsTools(refund(1)), 'Too late.']);
    const other = await processOver(store, [callsTools(refund(2)), 'Done.']);
    const { runId, first } = await waits(stopped.chat.prompt('Refund A-1').call());
    await stopped.approvals.decide(first.id, { ...yes(first), decision: 'reject', reason: 'the first' }, GRACE);
    const lost = rejectionOf(stopped.chat.resume(runId).call().content());
    await late.claimed.promise;

    clock.advance(LEASE_MS);
    const again = await waits(other.chat.resume(runId).call());
    late.arrives.resolve();
    await lost;
    expectPaired(stopped.model);
    expect(JSON.stringify(stopped.model.prompts)).not.toContain('call-2');

    await other.approvals.decide(again.first.id, yes(again.first), GRACE);
    expect(await other.chat.resume(runId).call().content()).toBe('Done.');
    expectPaired(other.model);
    expect(other.desk.done).toEqual([`refund A-1 2 ${runId}:1:0`]);
    expect(stopped.desk.done).toEqual([]);
    expect(statusesOf((await other.approvals.list()).items)).toEqual(['refund REJECTED', 'refund SUCCEEDED']);
    await stopped.app.close();
    await other.app.close();
  });
});
