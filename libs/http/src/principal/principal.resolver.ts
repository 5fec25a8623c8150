import type { Approver } from 'toolgate/approval';
import { SEAM } from 'toolgate/model';

/** The person on whose behalf a request is made, as the application has authenticated the person. */
export interface Principal {
  /** Who sees and decides: the id, the tenant and the roles. */
  readonly approver: Approver;
  /**
   * Whether the person may cancel approvals and runs of other requesters, and report the outcomes of calls.
   * @default false
   */
  readonly administrator?: boolean;
}

/**
 * Identifies the person of an HTTP request. The application provides one, because the door is never open: start-up
 * stops without it.
 */
export abstract class PrincipalResolver {
  static readonly [SEAM]: string = 'PrincipalResolver';

  /**
   * Returns the person of a request, from the authenticated session and never from a body; undefined if there is none
   * (401). `request` is the one of the platform: Express's `Request`, or Fastify's `FastifyRequest`. An `HttpException`
   * answers the request with its status.
   */
  abstract principal(request: unknown): Principal | undefined | Promise<Principal | undefined>;
}
