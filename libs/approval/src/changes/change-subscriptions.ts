import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Viewer } from '../requester/read-approver.js';
import { tenantSeenBy } from '../requester/visibility.js';
import type { ApprovalChange, PublishedChange } from './approval-change.js';
import type { ApprovalChangeFeed } from './approval-change.feed.js';
import { ChangeSubscription } from './change-subscription.js';

/** The subscribers of this process. They share one listener of the feed. */
export class ChangeSubscriptions implements BeforeApplicationShutdown {
  /** By the tenant that they see; undefined for every tenant. */
  private readonly byTenant = new Map<string | undefined, Set<ChangeSubscription>>();
  private leaveFeed?: () => void;
  private isClosed = false;

  constructor(private readonly feed: () => ApprovalChangeFeed) {}

  /** Returns the changes that a viewer may see. Each iteration is a subscription that begins with the iteration. */
  seenBy(viewer: Viewer, signal?: AbortSignal): AsyncIterable<ApprovalChange> {
    return { [Symbol.asyncIterator]: () => this.subscribe(viewer, signal) };
  }

  /** A reader of changes must not keep the server from closing. */
  beforeApplicationShutdown(): void {
    this.close();
  }

  /** Ends all subscriptions, and each later one when it starts. */
  close(): void {
    this.isClosed = true;
    for (const subscriptions of this.byTenant.values()) for (const subscription of subscriptions) subscription.end();
  }

  private subscribe(viewer: Viewer, signal: AbortSignal | undefined): ChangeSubscription {
    const end = (): void => subscription.end();
    const subscription = new ChangeSubscription(viewer, () => {
      signal?.removeEventListener('abort', end);
      this.remove(subscription);
    });
    if (this.isClosed || signal?.aborted) {
      end();
      return subscription;
    }
    this.add(subscription);
    signal?.addEventListener('abort', end);
    return subscription;
  }

  private add(subscription: ChangeSubscription): void {
    const tenant = tenantSeenBy(subscription.viewer);
    this.leaveFeed ??= this.feed().subscribe((change) => this.receive(change));
    const subscriptions = this.byTenant.get(tenant) ?? new Set();
    this.byTenant.set(tenant, subscriptions.add(subscription));
  }

  private remove(subscription: ChangeSubscription): void {
    const tenant = tenantSeenBy(subscription.viewer);
    const subscriptions = this.byTenant.get(tenant);
    subscriptions?.delete(subscription);
    if (subscriptions?.size === 0) this.byTenant.delete(tenant);
    if (this.byTenant.size > 0) return;
    this.leaveFeed?.();
    this.leaveFeed = undefined;
  }

  // The changes of another tenant must not fill the queue of a subscriber.
  private receive(change: PublishedChange): void {
    const { tenant } = change;
    if (tenant === undefined) {
      for (const subscriptions of this.byTenant.values()) send(subscriptions, change);
      return;
    }
    send(this.byTenant.get(tenant), change);
    send(this.byTenant.get(undefined), change);
  }
}

const send = (subscriptions: ReadonlySet<ChangeSubscription> = new Set(), change: PublishedChange): void => {
  for (const subscription of subscriptions) subscription.receive(change);
};
