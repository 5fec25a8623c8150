import type { BeforeApplicationShutdown } from '@nestjs/common';
import { SharedListeners } from '#core';
import type { Viewer } from '../requester/read-approver.js';
import { tenantSeenBy } from '../requester/visibility.js';
import type { ApprovalChange, PublishedChange } from './approval-change.js';
import type { ApprovalChangeFeed } from './approval-change.feed.js';
import { ChangeSubscription } from './change-subscription.js';

/** The subscribers of this process. They share one listener of the feed. */
export class ChangeSubscriptions implements BeforeApplicationShutdown {
  /** By the tenant that they see; undefined for every tenant. */
  private readonly byTenant = new SharedListeners<string | undefined, ChangeSubscription>(() =>
    this.feed().subscribe((change) => this.receive(change)),
  );
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
    for (const subscription of this.byTenant.all()) subscription.end();
  }

  private subscribe(viewer: Viewer, signal: AbortSignal | undefined): ChangeSubscription {
    const tenant = tenantSeenBy(viewer);
    const end = (): void => subscription.end();
    const subscription = new ChangeSubscription(viewer, () => {
      signal?.removeEventListener('abort', end);
      this.byTenant.remove(tenant, subscription);
    });
    if (this.isClosed || signal?.aborted) {
      end();
      return subscription;
    }
    this.byTenant.add(tenant, subscription);
    signal?.addEventListener('abort', end);
    return subscription;
  }

  // The changes of another tenant must not fill the queue of a subscriber.
  private receive(change: PublishedChange): void {
    const { tenant } = change;
    if (tenant === undefined) return send(this.byTenant.all(), change);
    send(this.byTenant.of(tenant), change);
    send(this.byTenant.of(undefined), change);
  }
}

const send = (subscriptions: Iterable<ChangeSubscription>, change: PublishedChange): void => {
  for (const subscription of subscriptions) subscription.receive(change);
};
