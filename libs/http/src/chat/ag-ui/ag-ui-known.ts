/** The ids that the history of a client contains. They decide only what the client is shown again. */
export interface AgUiKnown {
  readonly messages: Iterable<string>;
  readonly calls: Iterable<string>;
  /** The ids of the calls that have a result. */
  readonly results: Iterable<string>;
  /**
   * The text of each message, and the arguments of each call. With them, the stream continues those that were cut off;
   * without them, they count as complete.
   */
  readonly texts?: ReadonlyMap<string, string>;
}
