/** Tools cannot be searched: options that say nothing sensible, a session that is not named, or a package that is not installed. */
export class ToolSearchException extends Error {
  override readonly name = 'ToolSearchException';
}
