import { describe, expect, it } from 'vitest';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { countRun, openRun } from '../approval-store/approval-samples.js';
import { approvalStoreContract } from '../approval-store/approval-store-contract.js';
import { FaultInjectingApprovalStore, InjectedFaultException } from './fault-injecting-approval.store.js';

approvalStoreContract(
  { describe, it },
  {
    name: 'FaultInjectingApprovalStore without a fault',
    create: ({ now }) => new FaultInjectingApprovalStore(new InMemoryApprovalStore(now)),
  },
);

const make = async (): Promise<FaultInjectingApprovalStore> => {
  const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore(() => 0));
  await store.change('r', openRun);
  return store;
};

const version = async (store: FaultInjectingApprovalStore) => (await store.state('r'))!.run.version;

describe('a store with faults', () => {
  it('passes each call to its plan', async () => {
    const store = await make();
    await store.state('r');
    await store.change('r', countRun);
    expect(store.calls).toEqual([
      { method: 'change', count: 1, total: 1 },
      { method: 'state', count: 1, total: 2 },
      { method: 'change', count: 2, total: 3 },
    ]);
  });

  it('fails before the operation', async () => {
    const store = await make();
    store.plan = ({ method }) => (method === 'change' ? 'fail-before' : 'ok');
    await expect(store.change('r', countRun)).rejects.toThrow(InjectedFaultException);
    expect(await version(store)).toBe(1);
  });

  it.each(['fail-after', 'lost-reply'] as const)('performs the operation, and then fails: %s', async (fault) => {
    const store = await make();
    store.plan = ({ method }) => (method === 'change' ? fault : 'ok');
    await expect(store.change('r', countRun)).rejects.toThrow(InjectedFaultException);
    expect(await version(store)).toBe(2);
  });

  it('starts the operation when the promise of its plan resolves', async () => {
    const store = await make();
    let go!: () => void;
    const waitFor = new Promise<void>((resolve) => (go = resolve));
    store.plan = ({ method }) => (method === 'change' ? { waitFor } : 'ok');
    const changing = store.change('r', countRun);
    expect(await version(store)).toBe(1);
    go();
    expect(await changing).toBe(2);
    expect(await version(store)).toBe(2);
  });

  it('returns its earlier result of a read if there is one', async () => {
    const store = await make();
    expect(await version(store)).toBe(1);
    await store.change('r', countRun);
    store.plan = () => 'stale';
    expect(await version(store)).toBe(1);
    expect((await store.events('r')).length).toBe(2);
    store.plan = () => 'ok';
    expect(await version(store)).toBe(2);
  });
});
