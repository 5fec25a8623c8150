import { chain, describeError, idsForLog, ignore, isPromiseLike, type MaybePromise, within } from '#core';
import { LineLogger, type StreamPart } from 'toolgate/model';
import type { TurnLogWriter } from '../contract/turn-log.js';

/** How long a log may take for one step, in milliseconds. */
const ANSWER_MS = 10_000;

const logger = new LineLogger('Toolgate');

/** The ids of a written turn, for the log. */
interface WrittenTurn {
  readonly runId: string;
  readonly conversation?: string;
}

/**
 * Passes the parts of one attempt of a turn to a log, in order. It joins parts that arrive in one turn of the event
 * loop, or during a step of the log, because each list has its cost for the log and for every reader. A log that fails
 * or does not answer is reported once, and receives no further part; the turn continues.
 */
export class TurnWriter {
  /** Settles after the log has opened the turn, or has failed to. */
  readonly opened: MaybePromise<void>;
  /** Resolves after the end of the turn was written, or could not be. */
  readonly closed: Promise<void>;
  private onClosed = ignore;
  private log?: TurnLogWriter;
  private waiting: StreamPart[] = [];
  private ending?: 'end' | 'release';
  private isPlanned = false;
  private isBusy = false;
  private isBroken = false;

  constructor(
    private readonly turn: WrittenTurn,
    open: () => MaybePromise<TurnLogWriter>,
  ) {
    this.closed = new Promise((resolve) => (this.onClosed = resolve));
    this.opened = this.step(() => chain(open(), (log) => this.start(log)));
  }

  part(part: StreamPart): void {
    if (this.isBroken) return;
    this.waiting.push(part);
    if (this.isPlanned) return;
    this.isPlanned = true;
    process.nextTick(() => {
      this.isPlanned = false;
      this.write();
    });
  }

  /** Ends the attempt after its last part, or gives it up, so that its readers follow the next attempt. */
  close(how: 'end' | 'release'): void {
    this.ending ??= how;
    if (this.isBroken) this.onClosed();
    this.write();
  }

  private start(log: TurnLogWriter): void {
    this.log = log;
    // The log took too long: a turn that stays open would keep its lease, and its conversation would seem busy.
    if (this.isBroken) void this.release();
  }

  private write(): void {
    while (this.log && !this.isBusy && !this.isBroken) {
      const { log, waiting, ending } = this;
      if (waiting.length > 0) {
        this.waiting = [];
        void this.step(() => log.append(waiting));
      } else if (ending) {
        this.isBroken = true;
        void chain(
          this.step(() => log[ending]()),
          this.onClosed,
        );
      } else return;
    }
  }

  private step(act: () => MaybePromise<void>): MaybePromise<void> {
    try {
      const acting = act();
      if (isPromiseLike(acting)) return this.waitFor(acting);
    } catch (error) {
      this.fail(error);
    }
  }

  private async waitFor(acting: Promise<void>): Promise<void> {
    this.isBusy = true;
    try {
      await within(acting, ANSWER_MS, () => {
        throw new Error(`The log did not answer within ${ANSWER_MS} ms.`);
      });
    } catch (error) {
      this.fail(error);
    }
    this.isBusy = false;
    this.write();
  }

  private fail(error: unknown): void {
    this.isBroken = true;
    this.waiting = [];
    if (this.ending) this.onClosed();
    logger.warn(
      `The parts of a live turn cannot be saved, so its readers lose the turn, which continues: ${describeError(error)} ${idsForLog(this.turn)}`,
    );
    void this.release();
  }

  // Without it, the readers would wait for parts that are never written.
  private async release(): Promise<void> {
    try {
      await this.log?.release();
    } catch {
      // The failure was logged, and the lease of the turn ends.
    }
  }
}
