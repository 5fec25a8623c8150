import { AsyncLocalStorage } from 'node:async_hooks';
import { callMethod } from './call-method.js';
import type { MethodGuard } from './method-guard.js';
import type { ToolContext } from './tool-context.js';
import { ToolException } from './tool.errors.js';

const permitted = new WeakSet<ToolContext>();

/**
 * The permitted call around the running code. It is stored in the async context, because a decorator between the gate
 * and the body may wait.
 */
let running: AsyncLocalStorage<PermittedCall> | undefined;

/** Permits one guarded method to begin in this context, once, because a gate has decided on its call. */
export const permitMethod = (context: ToolContext): void => void permitted.add(context);

/** A guarded method, and the arguments that its gate has decided on. */
interface GuardedCall {
  readonly guard: MethodGuard;
  readonly target: object;
  readonly args: unknown[];
}

/**
 * Calls a guarded method whose call a gate has permitted, and uses the permission up.
 * @throws ToolException if no gate has permitted it
 */
export const callPermitted = ({ guard, target, args }: GuardedCall, context: ToolContext): unknown => {
  if (!permitted.delete(context)) {
    throw new ToolException(
      `${guard.label} requires approval, and no gate has decided this call. Call the method itself, or run its tool in a turn whose gate returns { type: 'run', permitsGuarded: true }, as the gate of approvals does.`,
    );
  }
  running ??= new AsyncLocalStorage();
  return running.run(new PermittedCall({ guard, target, args }), callMethod, target, guard.key, args);
};

/**
 * Whether a guarded method that was just called may begin: a gate has permitted this very call.
 * @throws ToolException if the arguments are not those of the decision
 */
export const beginGuarded = (guard: MethodGuard, self: unknown, args: readonly unknown[]): boolean =>
  running?.getStore()?.begin(guard, self, args) === true;

/** One call that a gate has permitted. Its body begins once, and so does each method that it calls with `super`. */
class PermittedCall {
  private readonly begun = new Set<MethodGuard>();

  constructor(private readonly call: GuardedCall) {}

  begin(guard: MethodGuard, self: unknown, args: readonly unknown[]): boolean {
    const { call, begun } = this;
    // The method of another instance is another call, which passes its own gate.
    if (self !== call.target || begun.has(guard) || guard.key !== call.guard.key) return false;
    if (begun.size === 0) {
      if (guard !== call.guard) return false;
      this.assertSame(args);
    }
    begun.add(guard);
    return true;
  }

  private assertSame(args: readonly unknown[]): void {
    const { guard, args: decided } = this.call;
    const isSame = args.length === decided.length && args.every((arg, index) => Object.is(arg, decided[index]));
    if (isSame) return;
    throw new ToolException(
      `${guard.label} requires approval, and another decorator changed its arguments after the decision. Put @RequiresApproval() above the decorators that change arguments.`,
    );
  }
}
