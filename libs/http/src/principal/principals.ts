import { Injectable } from '@nestjs/common';
import { ANY_TENANT, type Approver, approverProblem } from 'toolgate/approval';
import { DEFAULT_TENANT } from 'toolgate/chat';
import type { PrincipalBody } from '../client/request-body.js';
import { RequestException } from '../problem/request.exception.js';
import { type Principal, PrincipalResolver } from './principal.resolver.js';

/** The person of a request, checked. */
export interface KnownPrincipal {
  /** What the service learns of the person: also whether the person is an administrator. */
  readonly by: Approver;
}

/** Identifies the person of each request. */
@Injectable()
export class Principals {
  constructor(private readonly resolver: PrincipalResolver) {}

  /**
   * Returns the person of a request. Throws `RequestException` (`unauthenticated`) if there is none, and `TypeError` if
   * the application's resolver returns anything else.
   */
  async of(request: unknown): Promise<KnownPrincipal> {
    const principal = await this.resolver.principal(request);
    if (principal === undefined || principal === null) {
      throw new RequestException('unauthenticated', 'The request names no authenticated person. Sign in.');
    }
    const problem = problemOf(principal);
    if (problem === undefined)
      return { by: { ...principal.approver, administrator: principal.administrator === true } };
    throw new TypeError(
      `PrincipalResolver.principal() returned no valid principal: ${problem}. Return { approver: { id, tenant, roles } }, or undefined.`,
    );
  }
}

const problemOf = (principal: Principal): string | undefined => {
  if (typeof principal !== 'object') return 'it is not an object';
  const { approver, administrator } = principal;
  if (administrator !== undefined && typeof administrator !== 'boolean') return '"administrator" is not a boolean';
  const problem = approverProblem(approver);
  return problem && `its approver cannot be read: ${problem}`;
};

/** Returns a person as `GET …/me` shows the person. */
export const principalBody = ({ by }: KnownPrincipal): PrincipalBody => {
  const { id, tenant = DEFAULT_TENANT, roles = [], administrator = false } = by;
  return { id, tenant: tenant === ANY_TENANT ? '*' : tenant, roles, administrator };
};
