import { describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred, keepLogs } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { until, waits } from './waiting.fixture.js';

const LEASE_MS = 30_000;
const refund = toolCall('refund', { order: 'A-1', amount: 70 });

describe('a process whose run another process has taken over', () => {
  const takeOver = async (worker: boolean) => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const options = { store, client: { tools: [Desk] }, retry: false } as const;
    const gate = deferred();
    const failing: ScriptedAnswer = async () => {
      await gate.promise;
      throw new Error('The provider is away.');
    };
    const model = new ScriptedChatModel([callsTools(refund), failing]);
    const first = await bootDesk(model, { ...options, approval: { worker } });
    const chat = first.app.get(ChatClient);
    const { runId, first: approval } = await waits(chat.prompt('Refund A-1').call());
    await first.approvals.decide(approval.id, yes(approval), { id: 'grace' });
    const reading = worker ? undefined : rejectionOf(chat.resume(runId).call().content());
    await until(() => model.prompts.length === 2);
    clock.advance(LEASE_MS);
    const second = await bootDesk(new ScriptedChatModel(['Done.']), options);
    const logs = keepLogs();
    second.app.useLogger(logs);
    expect(await second.app.get(ChatClient).resume(runId).call().content()).toBe('Done.');
    gate.resolve();
    await reading;
    await first.app.close();
    await second.app.close();
    return { lines: logs.lines, runId };
  };

  it.each(['a caller', 'the worker'])('logs one warning that its lease is lost, and no error: %s', async (who) => {
    const { lines, runId } = await takeOver(who === 'the worker');
    expect(lines.filter((line) => line.startsWith('error:'))).toEqual([]);
    const [warning, ...others] = lines.filter((line) => line.startsWith('warn: The lease of a run was lost: '));
    expect(warning).toContain(`(run ${runId})`);
    expect(others).toEqual([]);
  });
});
