/** `toolgate/observability` cannot work: options that nobody reads, or a package that is not installed. */
export class ObservabilityException extends Error {
  override readonly name = 'ObservabilityException';
}
