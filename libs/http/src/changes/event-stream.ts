import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { HEARTBEAT } from './encode-event.js';

/** The times of a stream of events, in milliseconds. */
export interface EventStreamTimes {
  /** How often a silent connection receives a comment. */
  readonly heartbeatMs: number;
  /** How long a reader may leave the socket full before the connection is closed. */
  readonly drainMs: number;
  /** How long a connection lasts at most. */
  readonly maxConnectionMs: number;
}

/** The headers of a stream of events. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy or a compressing middleware that collects the answer would delay each event.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const;

/** How long a reader may take to receive the end, in milliseconds. */
const CLOSES_WITHIN_MS = 1000;

// Readers that connected together after a restart must not come back together.
const scattered = (ms: number): number => ms * (1 - Math.random() / 5);

/** A response that sends events until the reader leaves, its time limit passes or the server stops. */
export class EventStream {
  private readonly ending = new AbortController();
  /** Aborts when nothing more is sent. */
  readonly signal: AbortSignal = this.ending.signal;
  /** Resolves when the reader has received everything, has left, or did not take the end within a second. */
  readonly closed: Promise<void>;
  private isOpen = false;
  private isFull = false;
  private heartbeat?: NodeJS.Timeout;
  private limit?: NodeJS.Timeout;

  constructor(
    private readonly response: ServerResponse,
    private readonly times: EventStreamTimes,
  ) {
    this.closed = new Promise((resolve) => response.once('close', resolve));
    void this.closed.then(() => this.stop());
    // An aborted connection has no reader who could receive the error.
    response.once('error', () => this.stop());
  }

  /** Sends the headers, and starts the time limit of the connection. A request for the headers only ends the stream. */
  open(headers: OutgoingHttpHeaders): void {
    if (this.signal.aborted) return;
    this.isOpen = true;
    // The connection carries one stream: the server need not wait for another request when it closes.
    this.response.shouldKeepAlive = false;
    this.response.writeHead(200, headers);
    if (this.response.req.method === 'HEAD') return this.stop();
    this.heartbeat = setInterval(() => this.isFull || void this.write(HEARTBEAT), this.times.heartbeatMs);
    this.limit = setTimeout(() => this.stop(), scattered(this.times.maxConnectionMs));
  }

  /** Sends a text, and waits until the reader takes more. Returns false if the stream has ended. */
  async write(text: string): Promise<boolean> {
    if (this.signal.aborted) return false;
    if (this.response.write(text)) return true;
    return this.drained();
  }

  /** Ends the stream. A reader that does not take the end within a second does not keep the connection open. */
  stop(): void {
    if (this.signal.aborted) return;
    this.ending.abort();
    clearInterval(this.heartbeat);
    clearTimeout(this.limit);
    if (this.isOpen) this.close();
  }

  private close(): void {
    const { response } = this;
    const late = setTimeout(() => response.destroy(), CLOSES_WITHIN_MS);
    response.once('close', () => clearTimeout(late));
    response.end();
  }

  private drained(): Promise<boolean> {
    this.isFull = true;
    return new Promise((resolve) => {
      const settle = (isOpen: boolean): void => {
        clearTimeout(late);
        this.response.off('drain', drain);
        this.signal.removeEventListener('abort', abort);
        resolve(isOpen);
      };
      const drain = (): void => {
        this.isFull = false;
        settle(true);
      };
      const abort = (): void => settle(false);
      const late = setTimeout(() => this.stop(), this.times.drainMs);
      this.response.once('drain', drain);
      this.signal.addEventListener('abort', abort);
    });
  }
}
