/** Remembers the deliveries that a receiver has handled. Several processes of a receiver share one. */
export abstract class SeenWebhooks {
  /**
   * Remembers the id of a delivery for some milliseconds. Returns `new` to the first caller, `busy` until `end`, and then
   * `done`. In a store that outlives the process, `busy` must end after about a minute: a killed process never calls
   * `end`, and the delivery must be handled by another one.
   */
  abstract begin(id: string, forMs: number): 'new' | 'busy' | 'done' | Promise<'new' | 'busy' | 'done'>;
  /** Saves that the delivery was handled; or forgets it, so that the next one is `new`. */
  abstract end(id: string, isHandled: boolean): void | Promise<void>;
}

/** Remembers deliveries in the memory of the process. After a restart, a delivery may be handled again. */
export class InMemorySeenWebhooks extends SeenWebhooks {
  /** In the order of their ends, because each id is remembered equally long. */
  private readonly ids = new Map<string, { state: 'busy' | 'done'; readonly until: number }>();

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  begin(id: string, forMs: number): 'new' | 'busy' | 'done' {
    const now = this.now();
    for (const [old, { until }] of this.ids) {
      if (until > now) break;
      this.ids.delete(old);
    }
    const known = this.ids.get(id);
    if (known) return known.state;
    this.ids.set(id, { state: 'busy', until: now + forMs });
    return 'new';
  }

  end(id: string, isHandled: boolean): void {
    const known = this.ids.get(id);
    if (!isHandled) this.ids.delete(id);
    else if (known) known.state = 'done';
  }
}
