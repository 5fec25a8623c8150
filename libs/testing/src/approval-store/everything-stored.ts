import type { ApprovalStore } from 'toolgate/approval';
import { json } from '../contract/json.js';

/** Reads everything that a store returns about the run `r`. */
export const everything = async (store: ApprovalStore): Promise<unknown> =>
  json([
    await store.state('r'),
    await store.checkpoint('r'),
    await store.events('r'),
    await store.approval('a'),
    await store.approval('b'),
    await store.runs({}),
    await store.approvals({}),
  ]);
