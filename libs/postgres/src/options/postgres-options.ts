/** The connection on which an instance listens for notifications. */
export interface ListenOptions {
  /**
   * The connection string of the server itself, not of a pooler in transaction mode: such a pooler delivers no
   * notifications.
   * @default the connection string of `SqlModule`
   */
  readonly connectionString?: string;
}

/** The options of `PostgresModule`. */
export interface PostgresModuleOptions {
  readonly listen?: ListenOptions;
}
