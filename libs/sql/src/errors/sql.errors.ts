/**
 * The setup of `toolgate/sql` is invalid: options, a package that is not installed, a file, or a value that a database
 * cannot store.
 */
export class SqlException extends Error {
  override readonly name: string = 'SqlException';
}

/** A database was closed, and the operation was not done. */
export class DatabaseClosedException extends SqlException {
  override readonly name = 'DatabaseClosedException';

  constructor(database: string) {
    super(
      `The database ${database} is closed, because the application stops. Nothing was changed. Send the request to the next instance.`,
    );
  }
}

/** A SQLite file or its log is no longer the one that the process has opened. */
export class LostFileException extends SqlException {
  override readonly name = 'LostFileException';

  constructor(file: string, problem: string, outcome: string) {
    super(
      `The SQLite file ${file} was ${problem} while the application uses it. ${outcome} Stop the application, put the file back, or a backup without any -wal beside it, and start it again.`,
    );
  }
}

/** PostgreSQL did not answer a statement; its connection was closed. */
export class NoAnswerException extends SqlException {
  override readonly name = 'NoAnswerException';
  readonly code = 'ETIMEDOUT';

  constructor(ms: number | undefined) {
    super(`PostgreSQL did not answer a statement within ${ms} ms. Check the server and the network.`);
  }
}

/** A connection does not have the statements that were prepared on it, because a pooler changes the server under it. */
export class UnknownStatementException extends SqlException {
  override readonly name = 'UnknownStatementException';

  constructor(cause: unknown) {
    super(
      'PostgreSQL does not know a statement that was prepared on this connection: a pooler in transaction mode does not support prepared statements. Set postgres.prepareStatements to false, or enable them in the pooler.',
      { cause },
    );
  }
}
