import { AsyncLocalStorage } from 'node:async_hooks';
import { NestedSuspensionException, type SuspendedInside } from './inner-turn.errors.js';

let bodies: AsyncLocalStorage<ToolBody> | undefined;

/**
 * One execution of a tool. A turn started in its async context can find it, even after it has ended. Such a turn cannot
 * wait for a person, because its answer could no longer reach the body.
 */
export class ToolBody {
  private failure?: NestedSuspensionException;
  private hasEnded = false;
  private parent?: ToolBody;

  private constructor(
    readonly toolName: string,
    private readonly tracked: AsyncLocalStorage<ToolBody>,
  ) {
    this.parent = runningOf(tracked.getStore());
  }

  /** Starts to track bodies. Async context costs time, so bodies are tracked only if turns can be suspended. */
  static track(): void {
    bodies ??= new AsyncLocalStorage();
  }

  /** Returns the body in which the calling code was started; undefined outside a body. */
  static current(): ToolBody | undefined {
    return bodies?.getStore();
  }

  /** Creates the body of a tool; returns undefined if bodies are not tracked. */
  static open(toolName: string): ToolBody | undefined {
    return bodies && new ToolBody(toolName, bodies);
  }

  /** Runs an execution inside this body. Rejects if a turn inside was refused, even if the execution caught that error. */
  async run(execute: () => Promise<void>): Promise<void> {
    try {
      await this.tracked.run(this, execute);
      this.throwIfRefused();
    } catch (error) {
      throw this.failure ?? error;
    } finally {
      this.hasEnded = true;
      // An endless chain of bodies that start bodies must not retain all of them.
      this.parent = runningOf(this.parent);
    }
  }

  /** Throws the exception with which a turn inside was refused, if any. */
  throwIfRefused(): void {
    if (this.failure) throw this.failure;
  }

  /** Fails this execution and those around it, because a turn or a call inside would wait for decisions on these tools. */
  refuse(pending: readonly string[], inside: SuspendedInside = 'turn'): NestedSuspensionException {
    const failure = new NestedSuspensionException(this.toolName, [...new Set(pending)], inside);
    this.failure ??= failure;
    for (let body = runningOf(this.parent); body; body = runningOf(body.parent)) body.failure ??= failure;
    return failure;
  }

  /** Returns the nearest running body: this one, or one around it. */
  running(): ToolBody | undefined {
    return this.hasEnded ? runningOf(this.parent) : this;
  }
}

const runningOf = (body: ToolBody | undefined): ToolBody | undefined => body?.running();
