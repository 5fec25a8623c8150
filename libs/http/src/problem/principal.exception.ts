import { describeError } from '#core';

/** The application's `PrincipalResolver` failed, so the person of a request is unknown. */
export class PrincipalException extends Error {
  override readonly name = 'PrincipalException';

  constructor(resolver: string, cause: unknown) {
    super(`${resolver}.principal() threw ${describeError(cause)}`, { cause });
  }
}
