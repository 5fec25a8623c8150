import { InMemoryApprovalStore } from 'toolgate/approval';

const never = (): Promise<never> => new Promise(() => {});

/** The awaits of a process, which is lost at one of them: no code of it runs after that. */
export class Awaits {
  /** How many the process has reached. */
  reached = 0;
  /** Settles when the process is lost. */
  readonly lost: Promise<void>;
  private lose = (): void => {};

  /** @param at the number of the await at which the process is lost, from 1; `Infinity` if it lives */
  constructor(private readonly at = Infinity) {
    this.lost = new Promise((resolve) => (this.lose = resolve));
  }

  /** Waits forever in a lost process. */
  async pass(): Promise<void> {
    if (++this.reached < this.at) return;
    this.lose();
    await never();
  }
}

const METHODS: ReadonlySet<unknown> = new Set([
  'change',
  'state',
  'checkpoint',
  'approval',
  'approvals',
  'runs',
  'events',
]);

/** The store as a process sees it: the process may be lost before each call of it, and after what the call has written. */
export const storeOf = (awaits: Awaits, store: InMemoryApprovalStore): InMemoryApprovalStore =>
  new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !METHODS.has(name)) return value;
      return async (...input: unknown[]): Promise<unknown> => {
        await awaits.pass();
        const result: unknown = await Reflect.apply(value, target, input);
        await awaits.pass();
        return result;
      };
    },
  });
