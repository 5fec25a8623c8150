import type { StoredRun } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type ReconcileParts, reconcileRun } from './reconcile-run.js';

/** The dependencies of a reconciler. */
export interface RunReconcilerParts extends Omit<ReconcileParts, 'store'> {
  readonly store: () => ApprovalStore | undefined;
}

/** Asks the tools of a run's unknown calls for the outcome. */
export class RunReconciler {
  constructor(private readonly parts: RunReconcilerParts) {}

  async reconcile(run: StoredRun): Promise<void> {
    const store = this.parts.store();
    if (store) await reconcileRun({ ...this.parts, store }, run);
  }
}
