import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import { isExternalRoute, PrincipalResolver } from 'toolgate/http';

/** Lets only the people of the desk, who have a role, read approvals: a customer must not see those of other customers. */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(private readonly principals: PrincipalResolver) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isExternalRoute(context)) return true;
    const request = context.switchToHttp().getRequest<{ readonly path: string }>();
    // Express ignores the case of a path.
    if (!request.path.toLowerCase().startsWith('/approvals')) return true;
    const principal = await this.principals.principal(request);
    if (principal && !principal.approver.roles?.length) throw new ForbiddenException('Only the desk reads approvals.');
    return true;
  }
}
