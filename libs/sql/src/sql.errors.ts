/** What `toolgate/sql` was given cannot work: options, a package that is not installed, a file, or what a database cannot keep. */
export class SqlException extends Error {
  override readonly name = 'SqlException';
}
