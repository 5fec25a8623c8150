import { InProcessChangeFeed } from '#approval';
import { ApprovalChangeFeed, type PublishedChange } from 'toolgate/approval';
import type { Instances } from '../messages/instances.js';

/** Carries changes to the subscribers of all processes. */
export class PostgresChangeFeed extends ApprovalChangeFeed {
  override readonly isShared = true;
  private readonly here = new InProcessChangeFeed();

  constructor(private readonly instances: Instances) {
    super();
    instances.subscribe(({ changes = [] }) => {
      for (const change of changes) this.here.publish(change);
    });
  }

  publish(change: PublishedChange): void {
    this.here.publish(change);
    this.instances.change(change);
  }

  subscribe(listener: (change: PublishedChange) => void): () => void {
    return this.here.subscribe(listener);
  }
}
