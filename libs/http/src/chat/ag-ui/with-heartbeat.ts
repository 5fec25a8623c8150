import type { MessageEvent } from '@nestjs/common';
import { Observable } from 'rxjs';

// Without data, so clients ignore it.
const HEARTBEAT: MessageEvent = { comment: 'heartbeat' };

/** Adds a comment to a stream at every interval, so that no proxy closes it while a tool or the model takes long. */
export const withHeartbeat = (stream: Observable<MessageEvent>, intervalMs: number): Observable<MessageEvent> =>
  new Observable((subscriber) => {
    const timer = setInterval(() => subscriber.next(HEARTBEAT), intervalMs);
    subscriber.add(() => clearInterval(timer));
    subscriber.add(stream.subscribe(subscriber));
  });
