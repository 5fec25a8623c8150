import { isVisible } from '../requester/visibility.js';
import type { Viewer } from '../requester/read-approver.js';
import type { ApprovalChange, PublishedChange, RecordChange } from './approval-change.js';
import { UnreadChanges } from './unread-changes.js';

type Waiting = (result: IteratorResult<ApprovalChange, undefined>) => void;

const DONE = { value: undefined, done: true } as const;

/** The changes that one subscriber receives. It ends when the subscriber leaves. */
export class ChangeSubscription implements AsyncIterableIterator<ApprovalChange, undefined> {
  private readonly unread = new UnreadChanges();
  private readonly waiting: Waiting[] = [];
  private isOver = false;

  constructor(
    readonly viewer: Viewer,
    /** Called once, when the subscription ends. */
    private readonly left: () => void,
  ) {}

  /** Adds a change to those that the subscriber reads next. */
  receive(change: PublishedChange): void {
    if (this.isOver) return;
    this.unread.add(change);
    while (this.waiting.length > 0) {
      const value = this.take();
      if (!value) return;
      this.waiting.shift()?.({ value, done: false });
    }
  }

  async next(): Promise<IteratorResult<ApprovalChange, undefined>> {
    if (this.isOver) return DONE;
    // While an earlier call waits, every change is read, so the calls receive the changes in order.
    const value = this.take();
    return value ? { value, done: false } : new Promise((resolve) => this.waiting.push(resolve));
  }

  async return(): Promise<IteratorResult<ApprovalChange, undefined>> {
    this.end();
    return DONE;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Ends the subscription at once. Unread changes are dropped. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.left();
    for (const resolve of this.waiting.splice(0)) resolve(DONE);
  }

  // Each change is checked when it is delivered, because a feed may carry changes that the viewer may not see.
  private take(): ApprovalChange | undefined {
    for (let change = this.unread.take(); change; change = this.unread.take()) {
      if (change.kind === 'reset') return { kind: 'reset' };
      if (isVisible(change, this.viewer)) return shown(change);
    }
    return undefined;
  }
}

// A feed of the application may add properties that a reader may not see.
const shown = ({ kind, id, version, status }: RecordChange): ApprovalChange =>
  ({ kind, id, version, status }) as ApprovalChange;
