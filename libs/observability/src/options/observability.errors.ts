/** The setup of `toolgate/observability` is invalid: an option, or a package that is not installed. */
export class ObservabilityException extends Error {
  override readonly name = 'ObservabilityException';
}
