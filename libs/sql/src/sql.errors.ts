/** What `toolgate/sql` was given cannot work: options, a package that is not installed, a file, or what a database cannot keep. */
export class SqlException extends Error {
  override readonly name: string = 'SqlException';
}

/** A database was closed, and what was asked of it was not done. */
export class DatabaseClosedException extends SqlException {
  override readonly name = 'DatabaseClosedException';

  constructor(database: string) {
    super(
      `The database ${database} is closed, because the application stops. Nothing was changed: ask the next instance.`,
    );
  }
}

/** PostgreSQL did not answer a statement; its connection was closed. */
export class NoAnswerException extends SqlException {
  override readonly name = 'NoAnswerException';
  readonly code = 'ETIMEDOUT';

  constructor(ms: number | undefined) {
    super(`PostgreSQL did not answer a statement within ${ms} ms. Check the server and the network between.`);
  }
}
