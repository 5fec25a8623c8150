/** A call that a person approved at the service, and that may be claimed. */
export interface ApprovedCall {
  readonly toolName: string;
  /** The id of its approval at the service. */
  readonly id: string;
  readonly argsHash: string;
}

/** One call that waits for a decision. Its time limit begins with its creation. */
export class WaitingCall {
  /** The id of its approval at the service; empty until the service has answered. */
  id = '';
  argsHash = '';
  /** When its status is read next, and the pause after that. */
  nextAt = 0;
  pauseMs = 0;
  isOver = false;
  /** Aborts the request that creates the call at the service. */
  opening: AbortController | undefined = new AbortController();
  readonly approved: Promise<ApprovedCall>;
  private resolve!: (call: ApprovedCall) => void;
  private reject!: (reason: unknown) => void;
  private readonly timer: NodeJS.Timeout;

  constructor(
    readonly toolName: string,
    timeoutMs: number,
    private readonly onEnd: (call: WaitingCall, reason: unknown) => void,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.approved = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.timer = setTimeout(onEnd, timeoutMs, this, undefined);
    signal?.addEventListener('abort', this.abort, { once: true });
  }

  /** Ends the wait with an approval. */
  approve(): void {
    const { toolName, id, argsHash } = this;
    this.close();
    this.resolve({ toolName, id, argsHash });
  }

  /** Ends the wait with an error. */
  fail(error: unknown): void {
    this.close();
    this.reject(error);
  }

  private close(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => this.onEnd(this, this.signal?.reason);
}
