import { describeError, LineLogger } from '#core';
import { type BeforeApplicationShutdown, Inject, Injectable, Optional } from '@nestjs/common';
import { type ApprovalChange, type ApprovalQuery, ApprovalService } from 'toolgate/approval';
import { ShuttingDownException } from 'toolgate/chat';
import type { SnapshotBody } from '../client/change-body.js';
import type { Exchange } from '../exchange/exchange.js';
import { rawResponse } from '../reply/platform.js';
import { Replies } from '../reply/replies.js';
import { HTTP_OPTIONS } from '../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../options/http-options.js';
import { STREAM_TIMES } from '../options/options.js';
import { principalBody } from '../principal/principals.js';
import { encodeEvent } from './encode-event.js';
import { EVENT_STREAM_HEADERS, EventStream, type EventStreamTimes } from './event-stream.js';

// Without ended approvals, because each connection would read all of them, also after years.
const WAITING: Pick<ApprovalQuery, 'status'> = { status: 'PENDING' };

const logger = new LineLogger('Toolgate');

/** Sends changes of approvals and runs to the readers of `GET …/changes`. */
@Injectable()
export class ChangeStreams implements BeforeApplicationShutdown {
  private readonly streams = new Set<EventStream>();
  private isStopping = false;
  private readonly times: EventStreamTimes;

  constructor(
    // Without ToolgateModule, the module's own error must stop start-up.
    @Optional() private readonly approvals: ApprovalService,
    private readonly replies: Replies,
    @Inject(HTTP_OPTIONS) { changes }: ApprovalsHttpOptions,
  ) {
    this.times = { ...STREAM_TIMES, ...changes };
  }

  /**
   * Opens a stream: a snapshot of the present state, then each change. Throws if the snapshot cannot be read, or if the
   * application stops.
   */
  async open(response: object, { by, principal }: Exchange): Promise<void> {
    this.assertRunning();
    const stream = new EventStream(rawResponse(response), this.times);
    // Subscribed before the snapshot is read, so that no change between the two is missed.
    const changes = this.approvals.changes(by, { signal: stream.signal })[Symbol.asyncIterator]();
    const snapshot: SnapshotBody = await this.snapshot(principal).catch(async (error: unknown) => {
      await changes.return?.();
      throw error;
    });
    stream.open(this.replies.takeOver(response, EVENT_STREAM_HEADERS));
    this.streams.add(stream);
    // The route has answered; an interceptor of the application does not wait for the end of the stream.
    void this.send(stream, snapshot, changes);
  }

  /** Ends every stream, and waits until it is sent, because a closing server drops data that is not sent yet. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const streams = [...this.streams];
    for (const stream of streams) stream.stop();
    await Promise.all(streams.map(({ closed }) => closed));
  }

  // A stream that ends after its snapshot would let its reader connect again at once.
  private assertRunning(): void {
    if (this.isStopping) throw new ShuttingDownException();
  }

  private async snapshot(principal: Exchange['principal']): Promise<SnapshotBody> {
    const { by } = principal;
    const [counts, { items }] = await Promise.all([
      this.approvals.counts(WAITING, by),
      this.approvals.list({ ...WAITING, order: 'newest', limit: 100 }, by),
    ]);
    this.assertRunning();
    const pending = items.map(({ id, version }) => ({ id, version }));
    return { counts, pending, me: principalBody(principal), now: new Date().toISOString() };
  }

  private async send(
    stream: EventStream,
    snapshot: SnapshotBody,
    changes: AsyncIterator<ApprovalChange>,
  ): Promise<void> {
    try {
      let isOpen = await stream.write(encodeEvent('snapshot', snapshot));
      while (isOpen) {
        // While the reader is slow, unread changes become one for each record, and too many become one reset.
        const next = await changes.next();
        isOpen = next.done !== true && (await stream.write(eventOf(next.value)));
      }
    } catch (error) {
      logger.error(`A stream of changes ended: ${describeError(error)}`);
    } finally {
      stream.stop();
      this.streams.delete(stream);
    }
  }
}

const eventOf = (change: ApprovalChange): string =>
  change.kind === 'reset' ? encodeEvent('reset', {}) : encodeEvent('change', change);
