import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { MessageEvent } from '@nestjs/common';
import { Observable, Subject, takeUntil } from 'rxjs';
import type { EventStreamTimes } from '../../changes/event-stream.js';

// Without data, so clients ignore it.
const HEARTBEAT: MessageEvent = { comment: 'heartbeat' };

/** The readers of runs. Nest writes their events, so a reader that takes nothing is noticed on its connection only. */
export class RunReaders {
  private readonly sockets = new Set<Socket>();
  private readonly stopping = new Subject<void>();

  constructor(private readonly times: Pick<EventStreamTimes, 'heartbeatMs' | 'drainMs'>) {}

  /**
   * Adds a comment to a stream at every interval, so that no proxy closes it while a tool or the model takes long, and
   * closes the connection of a reader that takes nothing.
   */
  attach({ socket, httpVersionMajor }: IncomingMessage, stream: Observable<MessageEvent>): Observable<MessageEvent> {
    const { heartbeatMs, drainMs } = this.times;
    return new Observable<MessageEvent>((subscriber) => {
      // A connection of HTTP/2 carries other requests, too. Between two comments, a socket is silent without a fault.
      if (httpVersionMajor === 1) this.watch(socket, Math.max(drainMs, 2 * heartbeatMs));
      const timer = setInterval(() => subscriber.next(HEARTBEAT), heartbeatMs);
      subscriber.add(() => clearInterval(timer));
      subscriber.add(stream.subscribe(subscriber));
    }).pipe(takeUntil(this.stopping));
  }

  /** Ends every stream, and closes the connections whose readers have not taken everything. */
  stop(): void {
    this.stopping.next();
    for (const socket of this.sockets) if (socket.writableNeedDrain) socket.destroy();
  }

  private watch(socket: Socket, silentMs: number): void {
    // Node closes a connection of HTTP/1 on which nothing was taken for this time.
    socket.setTimeout(silentMs);
    if (this.sockets.has(socket)) return;
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }
}
