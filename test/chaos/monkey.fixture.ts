import { setTimeout as delay } from 'node:timers/promises';
import { Chance } from './chance.fixture.js';
import type { Course } from './course.fixture.js';
import { ShopInstance } from './shop-instance.fixture.js';
import type { ShopJob } from './shop/shop-job.fixture.js';

/** The processes that the monkey disturbs, and for how long. */
export interface MonkeyOptions {
  readonly seed: string;
  readonly program: string;
  /** The job of the next process of a slot. */
  readonly job: (seed: string, chance: Chance) => ShopJob;
  /** Counts the signals, and determines when the disturbances end. */
  readonly course: Course;
}

const LONGEST_LIFE_MS = 900;
const BEFORE_READY_MS = 1500;
const LONGEST_START_MS = 60_000;
const LONGEST_END_MS = 15_000;

/**
 * Starts processes, one after the other in each slot, and ends or stops each of them at a moment that a seed
 * determines.
 */
export class Monkey {
  /** Processes that ended by themselves, and those that did not start or end in time. */
  readonly faults: string[] = [];
  private readonly running = new Set<ShopInstance>();

  constructor(private readonly options: MonkeyOptions) {}

  /** Disturbs this many processes concurrently, until their course is over. */
  async play(processes: number): Promise<void> {
    await Promise.all(Array.from({ length: processes }, (_, slot) => this.playIn(slot)));
  }

  /** Kills the processes that still run. */
  async stop(): Promise<void> {
    for (const instance of this.running) instance.signal('SIGKILL');
    await Promise.all([...this.running].map(({ ended }) => ended));
  }

  private get signals() {
    return this.options.course.signals;
  }

  private async playIn(slot: number): Promise<void> {
    const { course } = this.options;
    for (let life = 0; !course.isOver; life++) {
      await course.untilUp();
      const begun = performance.now();
      const seed = `${this.options.seed}-${slot}-${life}`;
      const chance = new Chance(seed);
      const instance = new ShopInstance(this.options.program, this.options.job(seed, chance));
      this.running.add(instance);
      await this.disturb(instance, chance);
      this.running.delete(instance);
      const faults = await instance.faultsOfEnd();
      // An application without its database does not start.
      if (instance.hasStarted || !course.wasDownSince(begun)) this.faults.push(...faults);
      this.signals.stops += instance.stops;
    }
  }

  private async disturb(instance: ShopInstance, chance: Chance): Promise<void> {
    const begun = performance.now();
    // Some are killed before they have started.
    if (chance.isHit(0.1)) await delay(chance.below(BEFORE_READY_MS));
    else this.faults.push(...(await instance.startsWithin(LONGEST_START_MS)));
    // A busy machine does less in the same time.
    const lifeMs = Math.max(LONGEST_LIFE_MS, performance.now() - begun);
    for (;;) {
      if (await instance.endsWithin(chance.next() * lifeMs)) return;
      if (chance.isHit(0.3)) {
        await this.freeze(instance, chance);
        if (instance.hasEnded) return;
        if (chance.isHit(0.8)) continue;
      }
      if (chance.isHit(0.25)) return this.terminate(instance, chance);
      return this.kill(instance);
    }
  }

  private async freeze(instance: ShopInstance, chance: Chance): Promise<void> {
    const { leaseMs } = instance.job;
    this.signals.stops++;
    instance.signal('SIGSTOP');
    await delay(chance.between(leaseMs, leaseMs * 3));
    // A process that is killed while it is stopped never continues.
    if (chance.isHit(0.1)) return this.kill(instance);
    instance.signal('SIGCONT');
  }

  private async kill(instance: ShopInstance): Promise<void> {
    this.signals.kills++;
    instance.signal('SIGKILL');
    await instance.ended;
  }

  private async terminate(instance: ShopInstance, chance: Chance): Promise<void> {
    this.signals.terms++;
    const isCutShort = chance.isHit(0.3);
    const ms = isCutShort ? chance.below(instance.job.leaseMs) : LONGEST_END_MS;
    const faults = await instance.stopWithin(ms);
    if (!isCutShort) this.faults.push(...faults);
    else if (faults.length > 0) this.signals.kills++;
  }
}
