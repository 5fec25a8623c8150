import type { Draft } from '../transitions/draft.js';

/** Changes a run in one transaction, as `changeRun` does. */
export type WriteRun = <T>(act: (draft: Draft) => T) => Promise<T>;

/** A change that waits to be written. */
interface Waiting {
  readonly act: (draft: Draft) => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes changes of a run that are requested at the same moment in one transaction: the calls of a batch start and end
 * together.
 */
export class GroupedWrites {
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(private readonly writeRun: WriteRun) {}

  /**
   * Writes a change together with those that are requested at the same moment, or while the store is busy with an
   * earlier write.
   */
  write<T>(act: (draft: Draft) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ act, resolve: resolve as Waiting['resolve'], reject });
      if (this.isWriting) return;
      this.isWriting = true;
      queueMicrotask(() => void this.writeAll());
    });
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      await this.writeGroup(group);
    }
    this.isWriting = false;
  }

  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    let isRefused = false;
    const all = (draft: Draft): readonly unknown[] => {
      isRefused = true;
      const results = group.map(({ act }) => act(draft));
      isRefused = false;
      return results;
    };
    try {
      const results = await this.writeRun(all);
      group.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      // A change that throws must not prevent the others.
      if (isRefused && group.length > 1) for (const one of group) await this.writeGroup([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
