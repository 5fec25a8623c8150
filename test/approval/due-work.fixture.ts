import { ChatClient } from 'toolgate';
import { type ApprovalStore, RunDispatcher, type StoredRun } from 'toolgate/approval';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
} from 'toolgate/testing';
import { keepLogs } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { waits } from './waiting.fixture.js';

/** One more than the first page of due runs. */
export const CROWD = 33;

const refund = toolCall('refund', { order: 'A-1', amount: 70 });

/** Calls refund first, and answers after it has a result. */
export const refundsOnce: ScriptedAnswer = ({ messages }) =>
  messages.at(-1)?.role === 'tool' ? 'Done.' : callsTools(refund);

/** A process whose worker sweeps when the test calls it. */
export const processOver = async (store: ApprovalStore, approval: object = {}, answer = refundsOnce) => {
  const model = new ScriptedChatModel(Array<ScriptedAnswer>(100).fill(answer));
  const dispatcher = new HandDispatcher();
  const watched = new FaultInjectingApprovalStore(store);
  const booted = await bootDesk(
    model,
    { store: watched, client: { tools: [Desk] }, retry: false, approval: { worker: true, shutdownMs: 1, ...approval } },
    { providers: [{ provide: RunDispatcher, useValue: dispatcher }] },
  );
  const logs = keepLogs();
  booted.app.useLogger(logs);
  const { approvals } = booted;
  const chat = booted.app.get(ChatClient);
  /** Creates a turn that waits for a person. */
  const ask = async (): Promise<string> => (await waits(chat.prompt('Refund A-1').call())).runId;
  /** Creates a turn whose question a person has answered. */
  const approve = async (runId: string): Promise<void> => {
    for (const one of (await approvals.list({ runId, status: 'PENDING' })).items) {
      await approvals.decide(one.id, yes(one), { id: 'grace' });
    }
  };
  const changes = (): number => watched.calls.filter(({ method }) => method === 'change').length;
  return {
    ...booted,
    chat,
    model,
    dispatcher,
    sweep: () => dispatcher.sweep(),
    logs: logs.lines,
    ask,
    approve,
    changes,
  };
};

/** The fields of a run in which its copies differ. */
export interface Copied {
  readonly run?: Partial<Record<keyof StoredRun, unknown>>;
  readonly without?: 'approvals' | 'checkpoint';
}

/** Creates copies of a run that have been due for longer than any other; returns their ids. */
export const crowd = async (store: ApprovalStore, runId: string, copied: (index: number) => Copied) => {
  const { run, approvals } = (await store.state(runId))!;
  const checkpoint = (await store.checkpoint(runId))!;
  const ids = Array.from({ length: CROWD }, (_, index) => `crowd-${index}`);
  const copy = async (id: string, index: number): Promise<void> => {
    const { run: change, without } = copied(index);
    const slots = run.slots.map((slot) => ({ ...slot, approval: `${slot.approval}-${index}` }));
    const copies = approvals.map((approval) => ({ ...approval, id: `${approval.id}-${index}`, run: id }));
    const due = { ...run, id, slots, dueAt: index, ...change } as StoredRun;
    await store.change(id, () => ({
      run: due,
      ...(without !== 'approvals' && { approvals: copies }),
      ...(without !== 'checkpoint' && { checkpoint }),
      result: undefined,
    }));
  };
  await Promise.all(ids.map(copy));
  return ids;
};

/** The complete stored states of some runs. */
export const recordsOf = async (store: ApprovalStore, ids: readonly string[]): Promise<string> =>
  JSON.stringify(await Promise.all(ids.map((id) => Promise.all([store.state(id), store.events(id)]))));

/** Every due run, for any reason. */
export const allDue = async (store: ApprovalStore): Promise<readonly string[]> => (await store.due(500)).runs;
