import { describe, it } from '@jest/globals';
import { approvalStoreContract } from 'toolgate/testing';
import { InMemoryApprovalStore } from './in-memory-approval.store.js';

approvalStoreContract(
  { describe, it },
  { name: 'InMemoryApprovalStore', create: ({ now }) => new InMemoryApprovalStore(now) },
);
