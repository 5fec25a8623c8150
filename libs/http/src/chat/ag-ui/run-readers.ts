import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { MessageEvent } from '@nestjs/common';
import { Observable, ReplaySubject } from 'rxjs';
import type { EventStreamTimes } from '../../changes/event-stream.js';
import { OpenStreams, SHUTTING_DOWN } from '../shared/open-streams.js';
import type { AgUiEvent } from './ag-ui-event.js';

// Without data, so clients ignore it.
const HEARTBEAT: MessageEvent = { comment: 'heartbeat' };

const STOPPED: AgUiEvent = { type: 'RUN_ERROR', code: 'unavailable', message: SHUTTING_DOWN };

/** The readers of runs. Nest writes their events, so a reader that takes nothing is noticed on its connection only. */
export class RunReaders {
  private readonly sockets = new Set<Socket>();
  private readonly open = new OpenStreams();
  private readonly stopping = new ReplaySubject<void>(1);

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
      this.open.add(new Promise((resolve) => subscriber.add(resolve)));
      subscriber.add(stream.subscribe(subscriber));
      const end = (): void => {
        // Without it, a client would take a part of the answer for all of it.
        subscriber.next({ data: STOPPED });
        subscriber.complete();
      };
      subscriber.add(this.stopping.subscribe(end));
    });
  }

  /**
   * Ends the streams that are still open with an error, and closes the connections whose readers have not taken
   * everything.
   */
  async stop(): Promise<void> {
    await this.open.untilRead();
    this.stopping.next();
    // Nest writes the errors meanwhile. A closing server waits for connections that become idle only later.
    await setImmediate();
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
