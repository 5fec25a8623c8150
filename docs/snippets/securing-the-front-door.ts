// #region jwt
import { ForbiddenException, Injectable, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ApprovalsHttpModule, type Principal, PrincipalResolver } from 'toolgate/http';

interface User {
  readonly id: string;
  readonly shop: string;
  readonly roles: readonly string[];
}

@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: process.env['JWT_SECRET']!,
      algorithms: ['HS256'],
      issuer: 'https://shop.example',
    });
  }

  validate({ sub, shop, roles }: { sub: string; shop: string; roles: readonly string[] }): User {
    return { id: sub, shop, roles };
  }
}

@Injectable()
class Staff extends PrincipalResolver {
  principal({ user }: { readonly user?: User }): Principal | undefined {
    if (!user) return undefined;
    if (!user.roles.includes('staff')) throw new ForbiddenException('Only the staff may use the inbox.');
    const { id, shop, roles } = user;
    return { approver: { id, tenant: shop, roles }, administrator: roles.includes('admin') };
  }
}

@Module({
  imports: [PassportModule, ApprovalsHttpModule.forRoot()],
  providers: [
    JwtStrategy,
    { provide: APP_GUARD, useClass: AuthGuard('jwt') },
    { provide: PrincipalResolver, useClass: Staff },
  ],
})
class SecuredModule {}
// #endregion
import jwt from 'jsonwebtoken';
import { signedIn } from './front-door-client.js';
import { doorOf, startShop, users } from './front-door/shop.js';
import { Accounts } from './securing-the-front-door/accounts.js';
import { LoginController, SessionModule, type WithSession, withSessions } from './securing-the-front-door/session.js';

// #region either
import type { ExecutionContext } from '@nestjs/common';

type Authenticated = { readonly user?: User } & Partial<WithSession>;

@Injectable()
class TokenOrSessionGuard extends AuthGuard('jwt') {
  override canActivate(context: ExecutionContext) {
    const { session } = context.switchToHttp().getRequest<Authenticated>();
    const isOpen = session?.user !== undefined || context.getClass() === LoginController;
    return isOpen || super.canActivate(context);
  }
}

@Injectable()
class TokenOrSession extends PrincipalResolver {
  principal(request: Authenticated): Principal | undefined {
    const user = request.user ?? request.session?.user;
    if (!user) return undefined;
    if (!user.roles.includes('staff')) throw new ForbiddenException('Only the staff may use the inbox.');
    return { approver: { id: user.id, tenant: user.shop, roles: user.roles } };
  }
}

@Module({
  imports: [PassportModule, ApprovalsHttpModule.forRoot()],
  controllers: [LoginController],
  providers: [
    Accounts,
    JwtStrategy,
    { provide: APP_GUARD, useClass: TokenOrSessionGuard },
    { provide: PrincipalResolver, useClass: TokenOrSession },
  ],
})
class TokenOrSessionModule {}
// #endregion

// #region directory
import { ApproverDirectory, type ApproverRequirement } from 'toolgate/approval';

@Injectable()
class AccountDirectory extends ApproverDirectory {
  constructor(private readonly accounts: Accounts) {
    super();
  }

  async current(id: string, tenant: string) {
    const account = await this.accounts.find(id, tenant);
    return account && { roles: account.roles };
  }

  async eligible({ roles, users }: ApproverRequirement, tenant: string) {
    const all = await this.accounts.inShop(tenant);
    const isNamed = ({ id, roles: has }: User) => users?.includes(id) || roles?.some((role) => has.includes(role));
    return all.filter((account) => (!users && !roles) || isNamed(account)).map(({ id }) => ({ id }));
  }
}
// #endregion

const secret = 'a secret of the example, at least 32 characters long';

const tokenOf = (user: string, more: jwt.SignOptions = {}): string => {
  const { id, shop, roles } = users[user]!;
  return jwt.sign({ shop, roles }, secret, { subject: id, issuer: 'https://shop.example', expiresIn: '1h', ...more });
};

const answerOf = async (response: Response): Promise<string> => {
  const { problem, status = '' } = (await response.json()) as { problem?: string; status?: string };
  return [response.status, problem ?? status].filter(Boolean).join(' ');
};

/** Takes the role from Lee, whose token still has it, and gives it back. */
const withoutRole = async (accounts: Accounts, act: () => Promise<string>): Promise<string> => {
  const lee = accounts.present.get('lee')!;
  accounts.present.set('lee', { ...lee, roles: ['staff'] });
  const answer = await act();
  accounts.present.set('lee', lee);
  return answer;
};

const withTokens = async (): Promise<unknown> => {
  process.env['JWT_SECRET'] = secret;
  const directory = { provide: ApproverDirectory, useClass: AccountDirectory };
  const { app, ask } = await startShop([SecuredModule], [Accounts, directory]);
  const door = await doorOf(app);
  const { approvals } = await ask();
  const { id, revision, argsHash } = approvals[0]!;
  const list = (headers: Record<string, string>) => fetch(door, { headers }).then(answerOf);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const approve = (user: string) =>
    fetch(`${door}/${id}/decisions`, {
      method: 'POST',
      headers: { ...bearer(tokenOf(user)), 'content-type': 'application/json' },
      body: JSON.stringify({ decisionId: user, decision: 'approve', revision, argsHash }),
    }).then(answerOf);
  const story = {
    'no token': await list({}),
    'an expired token': await list(bearer(tokenOf('lee', { expiresIn: -1 }))),
    'a token of another issuer': await list(bearer(tokenOf('lee', { issuer: 'https://evil.example' }))),
    'a customer': await list(bearer(tokenOf('ann'))),
    'a member of the staff lists': await list(bearer(tokenOf('kim'))),
    'a member of the staff approves': await approve('kim'),
    'a former lead': await withoutRole(app.get(Accounts), () => approve('lee')),
    'a lead approves': await approve('lee'),
  };
  await app.close();
  return story;
};

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Returns the cookie of a new session; an empty one without it. */
const login = async (origin: string, name: string, password = `password of ${name}`): Promise<string> => {
  const { headers } = await post(`${origin}/login`, { name, password });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
};

const withCookies = async (): Promise<unknown> => {
  process.env['SESSION_SECRET'] = secret;
  const { app, ask } = await startShop([SessionModule]);
  withSessions(app);
  const door = await doorOf(app);
  const { origin } = new URL(door);
  const { approvals } = await ask();
  const { id, revision, argsHash } = approvals[0]!;
  const decision = { decisionId: 'click-1', decision: 'approve', revision, argsHash };
  const approve = async (cookie: string, from: string) =>
    answerOf(await post(`${door}/${id}/decisions`, decision, { cookie, origin: from }));
  const list = async (cookie: string) => answerOf(await fetch(door, { headers: { cookie } }));
  const lee = await login(origin, 'lee');
  const story = {
    'no session': await list(''),
    'a wrong password': await list(await login(origin, 'lee', 'a guess')),
    'a customer': await list(await login(origin, 'ann')),
    'a lead lists': await list(lee),
    'a page of another origin approves as the lead': await approve(lee, 'https://evil.example'),
    'a page of the shop approves as the lead': await approve(lee, origin),
  };
  await app.close();
  return story;
};

const withEither = async (): Promise<unknown> => {
  const { app, ask } = await startShop([TokenOrSessionModule]);
  withSessions(app);
  const door = await doorOf(app);
  const { origin } = new URL(door);
  const { approvals } = await ask();
  const { id, revision, argsHash } = approvals[0]!;
  const list = (headers: Record<string, string>) => fetch(door, { headers }).then(answerOf);
  const bearer = (user: string) => ({ authorization: `Bearer ${tokenOf(user)}` });
  const program = signedIn(origin, await login(origin, 'lee'));
  const story = {
    neither: await list({}),
    'a customer with a token': await list(bearer('ann')),
    'a customer with a session': await list({ cookie: await login(origin, 'ann') }),
    'a lead with a token lists': await list(bearer('lee')),
    'a lead with a session approves': (await program.decide(id, { decision: 'approve', revision, argsHash })).status,
  };
  await app.close();
  return story;
};

export const run = async (): Promise<unknown> => ({
  tokens: await withTokens(),
  sessions: await withCookies(),
  either: await withEither(),
});
