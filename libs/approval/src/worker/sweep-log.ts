import { LineLogger } from 'toolgate/model';
import { describeFailure } from '../errors/describe-failure.js';

/** Logs a failure of the sweeps once, because each sweep repeats it while the store does not answer, and its end. */
export class SweepLog {
  private readonly logger = new LineLogger('Toolgate');
  private hasFailed = false;

  ended(): void {
    if (this.hasFailed) this.logger.log('Due runs are listed again.');
    this.hasFailed = false;
  }

  failed(error: unknown): void {
    if (!this.hasFailed)
      this.logger.warn(`Due runs could not be listed, and are listed again later: ${describeFailure(error)}`);
    this.hasFailed = true;
  }
}
