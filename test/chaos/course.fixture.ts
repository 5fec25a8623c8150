import { setTimeout as delay } from 'node:timers/promises';
import type { ShopDatabase } from './shop-database.fixture.js';

/** How often each signal was sent. */
export interface SignalCounts {
  kills: number;
  terms: number;
  stops: number;
}

/** What must have happened before the disturbances end. */
export interface CourseGoals {
  /** The number of SIGKILLs. */
  readonly kills: number;
  /** The number of approvals that were requested. */
  readonly approvals: number;
  /** How often the database server ends as in a crash, and starts again. */
  readonly restarts: number;
  /** The disturbances end after this many milliseconds in any case. */
  readonly forMs: number;
}

const LOOK_EVERY_MS = 250;
const DOWN_MS = 1500;

/** The course of the disturbances. It restarts the database server at regular intervals. */
export class Course {
  readonly signals: SignalCounts = { kills: 0, terms: 0, stops: 0 };
  restarts = 0;
  private approvals = 0;
  private isDown = false;
  private upSince = -Infinity;
  private readonly begun = performance.now();

  constructor(
    private readonly goals: CourseGoals,
    private readonly database: ShopDatabase,
  ) {}

  get isOver(): boolean {
    const { restarts, forMs } = this.goals;
    return (this.progress >= 1 && this.restarts >= restarts) || performance.now() - this.begun > forMs;
  }

  /** Whether the server was down at some time since `begun`, a time of `performance.now()`. */
  wasDownSince(begun: number): boolean {
    return this.isDown || this.upSince > begun;
  }

  /** Waits until the server runs, or the course is over. */
  async untilUp(): Promise<void> {
    while (this.isDown && !this.isOver) await delay(LOOK_EVERY_MS);
  }

  /** Counts the approvals and restarts the server, until the course is over. */
  async follow(): Promise<void> {
    while (!this.isOver) {
      this.approvals = await this.database.countApprovals();
      const { restarts } = this.goals;
      if (this.restarts < restarts && this.progress >= (this.restarts + 1) / (restarts + 1)) await this.restart();
      await delay(LOOK_EVERY_MS);
    }
  }

  private get progress(): number {
    const { kills, approvals } = this.goals;
    return Math.min(this.signals.kills / kills, approvals === 0 ? 1 : this.approvals / approvals);
  }

  private async restart(): Promise<void> {
    this.restarts++;
    this.isDown = true;
    await this.database.restart(DOWN_MS);
    this.upSince = performance.now();
    this.isDown = false;
  }
}
