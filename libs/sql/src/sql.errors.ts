/** What `toolgate/sql` was given cannot work: options, a package that is not installed, a file, or what a database cannot keep. */
export class SqlException extends Error {
  override readonly name: string = 'SqlException';
}

/** PostgreSQL did not answer a statement; its connection was closed. */
export class NoAnswerException extends SqlException {
  override readonly name = 'NoAnswerException';
  readonly code = 'ETIMEDOUT';

  constructor(ms: number | undefined) {
    super(`PostgreSQL did not answer a statement within ${ms} ms. Check the server and the network between.`);
  }
}
