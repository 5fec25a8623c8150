/** Thrown by a store that was told to fail. */
export class InjectedFaultException extends Error {
  override readonly name = 'InjectedFaultException';
}
