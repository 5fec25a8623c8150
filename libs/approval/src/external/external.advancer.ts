import { RunConflictException } from '../errors/approval.errors.js';
import type { StoredRun } from '../records/stored-run.js';
import type { RunAdvancer } from '../runs/run-advancer.js';

/** Leaves external calls alone: only the system that claims a call runs it. */
export class ExternalAdvancer implements RunAdvancer {
  lack(): undefined {
    return undefined;
  }

  async work(): Promise<void> {}

  async resume({ id }: StoredRun): Promise<never> {
    throw new RunConflictException(
      id,
      'is an external call, which this application does not run. Claim it with ApprovalService.claim()',
    );
  }
}
