import { LineLogger } from 'toolgate/model';
import { describeFailure } from './describe-failure.js';

/** The most failures of one outage, because each may name another address or time. */
const MOST = 10;

/** The lines about work that is repeated until it succeeds. */
interface FailureLines {
  readonly failed: string;
  readonly succeeded?: string;
}

/** Logs each failure of repeated work once, because each repetition may fail in the same way, and the next success. */
export class FailureLog {
  private readonly logger = new LineLogger('Toolgate');
  private readonly failures = new Set<string>();

  constructor(private readonly lines: FailureLines) {}

  failed(error: unknown): void {
    const failure = describeFailure(error);
    if (this.failures.has(failure) || this.failures.size >= MOST) return;
    this.failures.add(failure);
    this.logger.warn(`${this.lines.failed}: ${failure}`);
  }

  succeeded(): void {
    const { succeeded } = this.lines;
    if (this.failures.size > 0 && succeeded !== undefined) this.logger.log(succeeded);
    this.failures.clear();
  }
}
