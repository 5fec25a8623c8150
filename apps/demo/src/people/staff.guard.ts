import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import { isFrontDoorRoute, PrincipalResolver } from 'toolgate/http';

/** Lets only the people of the desk, who have a role, read approvals: a customer must not see those of other customers. */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(private readonly principals: PrincipalResolver) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!isFrontDoorRoute(context)) return true;
    const principal = await this.principals.principal(context.switchToHttp().getRequest<object>());
    if (principal && !principal.approver.roles?.length) throw new ForbiddenException('Only the desk reads approvals.');
    return true;
  }
}
