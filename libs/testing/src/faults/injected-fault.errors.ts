/** A planned failure of a store. */
export class InjectedFaultException extends Error {
  override readonly name = 'InjectedFaultException';
}
