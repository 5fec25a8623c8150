/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}
