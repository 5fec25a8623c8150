import { describe, expect, it } from 'vitest';
import { ChatClient, ToolApprovalDecision } from 'toolgate';
import {
  type Approve,
  type Approver,
  type ApprovalStore,
  InMemoryApprovalStore,
  type RunCheckpoint,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const refund = (order: string) => toolCall('refund', { order, amount: 70 }, `call-${order}`);
const CLERK: Approver = { id: 'cid', roles: ['clerk'] };
const editedArguments = { order: 'A-9', amount: 5 };

const start = async (open: OpenStore) => {
  const clock = new VirtualClock();
  const store = await open(clock);
  const asked: string[] = [];
  const strategy: Approve = (_tool, { order }, { phase, toolCallId }) => {
    if (phase === 'edit') asked.push(`${toolCallId} ${String(order)}`);
    return ToolApprovalDecision.ask({ approvers: { roles: ['clerk'] }, allowEdit: true, expiresInMs: 1000 });
  };
  // The next batch is shorter than the first.
  const model = new ScriptedChatModel([callsTools(refund('A-1'), refund('A-2')), callsTools(refund('A-3')), 'Done.']);
  const booted = await bootDesk(model, { store, client: { tools: [Desk] }, approval: { strategy } });
  const chat = booted.app.get(ChatClient);
  const { runId, approvals: waiting } = await waits(chat.prompt('Refund them').call());
  const { approvals } = booted;
  const approveAll = async () => {
    for (const one of (await approvals.list({ status: 'PENDING' })).items)
      await approvals.decide(one.id, yes(one, `yes-${one.id}`), CLERK);
  };
  const edit = (index: number, change: object = {}, by = CLERK) => {
    const { id, revision, argsHash } = waiting[index]!;
    const command = { decisionId: 'edit', decision: 'approve', revision, argsHash, editedArguments } as const;
    return rejectionOf(approvals.decide(id, { ...command, ...change }, by));
  };
  const goOn = () => chat.resume(runId).call().outcome();
  return { ...booted, clock, asked, waiting, approveAll, edit, goOn, runId };
};

onEveryStore('an edit that comes too late or is not allowed', (open) => {
  it.each([0, 1])(
    'is a conflict in a batch that the turn has completed, and asks no strategy: call %d',
    async (index) => {
      const { app, approveAll, goOn, edit, asked, approvals, waiting } = await start(open);
      await approveAll();
      expect((await goOn()).status).toBe('suspended');
      const before = await approvals.get(waiting[index]!.id);
      expect(await edit(index)).toMatchObject({ problem: 'conflict' });
      expect(asked).toEqual([]);
      expect(await approvals.get(waiting[index]!.id)).toEqual(before);
      await app.close();
    },
  );

  it('by a person who may not decide is refused before the strategy is asked', async () => {
    const { app, edit, asked } = await start(open);
    expect(await edit(0, {}, { id: 'mal', roles: ['intern'] })).toMatchObject({ problem: 'not-eligible' });
    expect(await edit(0, {}, { id: 'mal', tenant: 'other', roles: ['clerk'] })).toMatchObject({ problem: 'not-found' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('of another revision or other arguments is refused before the strategy is asked', async () => {
    const { app, edit, asked } = await start(open);
    expect(await edit(0, { revision: 2 })).toMatchObject({ problem: 'conflict' });
    expect(await edit(0, { argsHash: 'another' })).toMatchObject({ problem: 'hash-mismatch' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('of an answered question is refused before the strategy is asked', async () => {
    const { app, approveAll, edit, asked } = await start(open);
    await approveAll();
    expect(await edit(0)).toMatchObject({ problem: 'conflict' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('of an expired question is refused before the strategy is asked, whether or not the expiry is written', async () => {
    const { app, clock, edit, asked } = await start(open);
    clock.advance(1000);
    expect(await edit(0)).toMatchObject({ problem: 'gone' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('with the id of another decision is refused before the strategy is asked', async () => {
    const { app, approvals, waiting, edit, asked } = await start(open);
    await approvals.decide(waiting[0]!.id, yes(waiting[0]!, 'edit'), CLERK);
    expect(await edit(0)).toMatchObject({ problem: 'decision-reused' });
    expect(asked).toEqual([]);
    await app.close();
  });
});

/** A store in which something happens between the read of an approval and the read of the checkpoint of its run. */
class MovingStore extends InMemoryApprovalStore {
  meanwhile?: () => Promise<unknown>;

  override async checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    return super.checkpoint(run);
  }
}

describe('an edit whose turn advances during its checks', () => {
  it('is a conflict, and asks no strategy about a call of the next batch', async () => {
    let store!: MovingStore;
    const open: OpenStore = async (clock): Promise<ApprovalStore> => (store = new MovingStore(clock?.now));
    const { app, approveAll, goOn, edit, asked } = await start(open);
    store.meanwhile = async () => {
      await approveAll();
      await goOn();
    };
    expect(await edit(0)).toMatchObject({ problem: 'conflict' });
    expect(asked).toEqual([]);
    await app.close();
  });
});

describe('a decision', () => {
  it('is read when it is passed: later changes to the object have no effect', async () => {
    const { app, approvals, waiting } = await start(async (clock) => new InMemoryApprovalStore(clock?.now));
    const command = { ...yes(waiting[0]!), decision: 'reject' as 'reject' | 'approve' };
    const deciding = approvals.decide(waiting[0]!.id, command, CLERK);
    command.decision = 'approve';
    expect((await deciding).status).toBe('REJECTED');
    await app.close();
  });
});
