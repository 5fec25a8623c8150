import { Accounts } from './accounts.js';
// #region session
import {
  Body,
  Controller,
  ForbiddenException,
  HttpCode,
  Injectable,
  Module,
  Post,
  Req,
  UnauthorizedException,
} from '@nestjs/common';
import { ApprovalsHttpModule, type Principal, PrincipalResolver } from 'toolgate/http';

interface User {
  readonly id: string;
  readonly shop: string;
  readonly roles: readonly string[];
}

export interface WithSession {
  readonly session: { user?: User; regenerate(done: (error?: unknown) => void): void };
}

@Injectable()
class Staff extends PrincipalResolver {
  principal({ session }: Partial<WithSession>): Principal | undefined {
    const user = session?.user;
    if (!user) return undefined;
    if (!user.roles.includes('staff')) throw new ForbiddenException('Only the staff may use the inbox.');
    return { approver: { id: user.id, tenant: user.shop, roles: user.roles } };
  }
}

@Controller('login')
export class LoginController {
  constructor(private readonly accounts: Accounts) {}

  @Post()
  @HttpCode(204)
  async login(@Body() body: { name?: unknown; password?: unknown }, @Req() request: WithSession): Promise<void> {
    const user = await this.accounts.verify(String(body.name), String(body.password));
    if (!user) throw new UnauthorizedException();
    // A new session id: an attacker may know the id from before the login.
    await new Promise<void>((resolve, reject) =>
      request.session.regenerate((error) => (error ? reject(error) : resolve())),
    );
    request.session.user = user;
  }
}

@Module({
  imports: [ApprovalsHttpModule.forRoot()],
  controllers: [LoginController],
  providers: [Accounts, { provide: PrincipalResolver, useClass: Staff }],
})
export class SessionModule {}
// #endregion
// #region middleware
import type { INestApplication } from '@nestjs/common';
import session from 'express-session';

export const withSessions = (app: INestApplication): void => {
  app.use(
    session({
      secret: process.env['SESSION_SECRET']!,
      resave: false,
      saveUninitialized: false,
      cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto' },
    }),
  );
};
// #endregion
