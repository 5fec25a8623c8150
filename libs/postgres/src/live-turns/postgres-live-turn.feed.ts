import { InProcessLiveTurnFeed } from '#chat';
import { LiveTurnFeed } from 'toolgate/chat';
import type { Instances } from '../messages/instances.js';

/** Wakes the readers of live turns in all processes. */
export class PostgresLiveTurnFeed extends LiveTurnFeed {
  override readonly isShared = true;
  private readonly here = new InProcessLiveTurnFeed();

  constructor(private readonly instances: Instances) {
    super();
    instances.subscribe(({ turns = [] }) => {
      if (turns === true) this.here.publish();
      else for (const run of turns) this.here.publish(run);
    });
  }

  publish(run: string): void {
    this.here.publish(run);
    this.instances.turn(run);
  }

  subscribe(listener: (run?: string) => void): () => void {
    return this.here.subscribe(listener);
  }
}
