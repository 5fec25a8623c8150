import type { INestApplication } from '@nestjs/common';
import session from 'express-session';
import { Accounts } from './accounts.js';
// #region session
import { Body, Controller, HttpCode, Injectable, Module, Post, Req, UnauthorizedException } from '@nestjs/common';
import { ApprovalsHttpModule, type Principal, PrincipalResolver } from 'toolgate/http';

interface User {
  readonly id: string;
  readonly shop: string;
  readonly roles: readonly string[];
}

interface WithSession {
  readonly session: { user?: User; regenerate(done: (error?: unknown) => void): void };
}

@Injectable()
class Staff extends PrincipalResolver {
  principal({ session }: WithSession): Principal | undefined {
    const { user } = session;
    if (!user?.roles.includes('staff')) return undefined;
    return { approver: { id: user.id, tenant: user.shop, roles: user.roles } };
  }
}

@Controller('login')
class LoginController {
  constructor(private readonly accounts: Accounts) {}

  @Post()
  @HttpCode(204)
  async login(@Body() body: { name?: unknown; password?: unknown }, @Req() request: WithSession): Promise<void> {
    const user = await this.accounts.verify(String(body.name), String(body.password));
    if (!user) throw new UnauthorizedException();
    // A new session, so that one that was planted before the login has no user.
    await new Promise<void>((resolve, reject) =>
      request.session.regenerate((error) => (error ? reject(error) : resolve())),
    );
    request.session.user = user;
  }
}
// #endregion

export const withSessions = (app: INestApplication): void => {
  // #region middleware
  app.use(
    session({
      secret: process.env['SESSION_SECRET']!,
      resave: false,
      saveUninitialized: false,
      cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto' },
    }),
  );
  // #endregion
};

@Module({
  imports: [ApprovalsHttpModule.forRoot()],
  controllers: [LoginController],
  providers: [Accounts, { provide: PrincipalResolver, useClass: Staff }],
})
export class SessionModule {}
