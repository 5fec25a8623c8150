import { AsyncLocalStorage } from 'node:async_hooks';
import { NestedSuspensionException } from '../tool.errors.js';

let bodies: AsyncLocalStorage<ToolBody> | undefined;

/**
 * One execution of a tool, as every turn knows it that is started inside: as far as its async context reaches, also
 * after it has ended. Such a turn cannot wait for a person, because its answer could not reach the body any more.
 */
export class ToolBody {
  private failure?: NestedSuspensionException;
  private hasEnded = false;
  private parent?: ToolBody;

  private constructor(readonly toolName: string) {
    this.parent = runningOf(bodies!.getStore());
  }

  /** From now on turns know whether they run inside a body. Async context costs time: only where turns can wait. */
  static track(): void {
    bodies ??= new AsyncLocalStorage();
  }

  /** The body that the calling code was started in; undefined outside of any. */
  static current(): ToolBody | undefined {
    return bodies?.getStore();
  }

  /** A new body of a tool; undefined if bodies are not tracked. */
  static open(toolName: string): ToolBody | undefined {
    return bodies && new ToolBody(toolName);
  }

  /** Runs an execution inside this body. Rejects if a turn inside was refused, whatever the execution made of that. */
  async run(execute: () => Promise<void>): Promise<void> {
    try {
      await bodies!.run(this, execute);
      this.throwIfRefused();
    } catch (error) {
      throw this.failure ?? error;
    } finally {
      this.hasEnded = true;
      // A body that starts a body, and so on for ever, must not keep all of them.
      this.parent = runningOf(this.parent);
    }
  }

  /** Throws what a turn inside was refused with. */
  throwIfRefused(): void {
    if (this.failure) throw this.failure;
  }

  /** Fails this execution, and those around it, because a turn inside would have to wait for decisions on these tools. */
  refuse(pending: readonly string[]): NestedSuspensionException {
    const failure = new NestedSuspensionException(this.toolName, [...new Set(pending)]);
    this.failure ??= failure;
    for (let body = runningOf(this.parent); body; body = runningOf(body.parent)) body.failure ??= failure;
    return failure;
  }

  /** The nearest body from this one outwards that runs still. */
  running(): ToolBody | undefined {
    return this.hasEnded ? runningOf(this.parent) : this;
  }
}

const runningOf = (body: ToolBody | undefined): ToolBody | undefined => body?.running();
