import { DEFAULT_TENANT, recordOf, type Seams } from '#core';
import { Inject, Injectable } from '@nestjs/common';
import { approverProblem, readApprover } from '#approval';
import { ANY_TENANT, type Approver } from 'toolgate/approval';
import type { PrincipalBody } from '../client/request-body.js';
import { DOOR_SEAMS } from '../options/http.constants.js';
import { problemOfError } from '../problem/problem-of-error.js';
import { RequestException } from '../problem/request.exception.js';
import { PrincipalException } from '../problem/principal.exception.js';
import { type Principal, PrincipalResolver } from './principal.resolver.js';

/** The person of a request, checked. */
export interface KnownPrincipal {
  /** The person as the service receives it, including whether the person is an administrator. */
  readonly by: Approver;
}

/** Identifies the person of each request. */
@Injectable()
export class Principals {
  constructor(
    private readonly resolver: PrincipalResolver,
    @Inject(DOOR_SEAMS) private readonly seams: Seams,
  ) {}

  /**
   * Returns the person of a request. Throws `RequestException` (`unauthenticated`) if there is none, `TypeError` if the
   * application's resolver returns anything else, and `PrincipalException` if the resolver fails.
   */
  async of(request: unknown): Promise<KnownPrincipal> {
    const principal = await this.resolve(request);
    if (principal === undefined || principal === null) {
      throw new RequestException('unauthenticated', 'The request names no authenticated person. Sign in.');
    }
    const problem = problemOf(principal);
    if (problem === undefined)
      return { by: { ...readApprover(principal.approver), administrator: principal.administrator === true } };
    throw new TypeError(
      `PrincipalResolver.principal() returned an invalid principal: ${problem}. Return { approver: { id, tenant, roles } }, or undefined.`,
    );
  }

  private async resolve(request: unknown): Promise<Principal | undefined> {
    try {
      return await this.resolver.principal(request);
    } catch (error) {
      // An HttpException of the resolver is its answer to the request.
      if (problemOfError(error).problem !== 'internal') throw error;
      throw new PrincipalException(this.seams.nameOf(PrincipalResolver), error);
    }
  }
}

const PRINCIPAL = ['approver', 'administrator'];

const APPROVER = ['id', 'tenant', 'roles'];

// A log shows at most this many characters of a name.
const NAME_LENGTH = 40;

const unknownName = (value: object, names: readonly string[]): string | undefined => {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  return unknown === undefined ? undefined : `has an unknown property ${JSON.stringify(unknown.slice(0, NAME_LENGTH))}`;
};

const problemOf = (principal: Principal): string | undefined => {
  if (typeof principal !== 'object') return 'it is not an object';
  const unknown = unknownName(principal, PRINCIPAL);
  if (unknown !== undefined) return `it ${unknown}. Use one of: ${PRINCIPAL.join(', ')}`;
  const { approver, administrator } = principal;
  if (administrator !== undefined && typeof administrator !== 'boolean') return '"administrator" is not a boolean';
  // The service's own approver has "administrator". Here, it belongs next to the approver.
  const unknownOfApprover = unknownName(recordOf(approver), APPROVER);
  if (unknownOfApprover !== undefined) {
    return `its approver ${unknownOfApprover}. Use one of: ${APPROVER.join(', ')}. Set administrator next to approver`;
  }
  const problem = approverProblem(approver);
  return problem && `its approver cannot be read: ${problem}`;
};

/** Returns a person as `GET …/me` shows the person. */
export const principalBody = ({ by }: KnownPrincipal): PrincipalBody => {
  const { id, tenant = DEFAULT_TENANT, roles = [], administrator = false } = by;
  return { id, tenant: tenant === ANY_TENANT ? '*' : tenant, roles, administrator };
};
