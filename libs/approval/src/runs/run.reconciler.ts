import type { StoredRun } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type ReconcileParts, reconcileRun } from './reconcile-run.js';

/** The dependencies of a reconciler. */
export interface RunReconcilerParts extends Omit<ReconcileParts, 'store'> {
  readonly store: () => ApprovalStore | undefined;
  readonly wake: () => void;
}

/** Asks the tools of a run's unknown calls for the outcome, and wakes the worker after that. */
export class RunReconciler {
  constructor(private readonly parts: RunReconcilerParts) {}

  async reconcile(run: StoredRun): Promise<void> {
    const { wake, ...parts } = this.parts;
    const store = parts.store();
    if (!store) return;
    await reconcileRun({ ...parts, store }, run);
    // After its calls are settled, the run may be due.
    wake();
  }
}
