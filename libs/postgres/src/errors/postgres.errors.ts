/** The setup of `toolgate/postgres` is invalid, or its server cannot be used. */
export class PostgresException extends Error {
  override readonly name = 'PostgresException';
}
