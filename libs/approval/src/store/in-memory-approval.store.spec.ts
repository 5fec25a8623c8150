import { describe, expect, it } from 'vitest';
import { approvalStoreContract } from 'toolgate/testing';
import { InMemoryApprovalStore } from './in-memory-approval.store.js';

approvalStoreContract(
  { describe, it },
  { name: 'InMemoryApprovalStore', create: ({ now }) => new InMemoryApprovalStore(now) },
);

describe('InMemoryApprovalStore', () => {
  it('saves nothing for a run that does not exist', async () => {
    const store = new InMemoryApprovalStore();
    await store.change('nowhere', () => ({ result: undefined }));
    const maps = Object.values(store).filter((value) => value instanceof Map);
    expect(maps.map(({ size }) => size)).toEqual(maps.map(() => 0));
  });
});
