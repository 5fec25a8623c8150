// #region module
import { Injectable, Module } from '@nestjs/common';
import { ApprovalsHttpModule, type InboxOptions, type Principal, PrincipalResolver } from 'toolgate/http';

interface SignedIn {
  /** The user that a guard or a session of the application has authenticated. */
  readonly user?: { readonly id: string; readonly shop: string; readonly roles: readonly string[] };
}

@Injectable()
class Staff extends PrincipalResolver {
  principal({ user }: SignedIn): Principal | undefined {
    return user && { approver: { id: user.id, tenant: user.shop, roles: user.roles } };
  }
}

const inbox: InboxOptions = {
  name: 'Acme orders',
  color: '#0b5fff',
  logo: '/logo.svg',
  signIn: '/login',
};

@Module({
  imports: [ApprovalsHttpModule.forRoot({ inbox })],
  providers: [{ provide: PrincipalResolver, useClass: Staff }],
})
class ApprovalsModule {}
// #endregion
import { Tool } from 'toolgate';
import { doorOf, headerGuard, startShop } from './front-door/shop.js';

// #region token
const withToken: InboxOptions = { token: { storage: 'local', key: 'access-token' } };
// #endregion

// #region frame
const inFrame: InboxOptions = { frameAncestors: ['self', 'https://intranet.example.com'] };
// #endregion

// #region texts
const withTexts: InboxOptions = { language: 'en', texts: { 'app.title': 'Refunds', 'app.pages.approvals': 'Refunds' } };
// #endregion

// #region destructive
@Injectable()
class Accounts {
  @Tool({ description: 'Delete an account', requiresApproval: true, hints: { destructive: true } })
  deleteAccount(customer: string): string {
    return `Deleted ${customer}`;
  }
}
// #endregion
export const variants = [withToken, inFrame, withTexts, Accounts];

export const run = async (): Promise<unknown> => {
  const { app, ask } = await startShop([ApprovalsModule], [headerGuard]);
  const door = await doorOf(app);
  await ask();
  const get = async (path: string, user?: string): Promise<Response> =>
    fetch(door + path, { headers: { ...(user !== undefined && { 'x-user': user }) } });
  const page = await get('/inbox');
  const story = {
    'the page, without a session': page.status,
    'cache-control': page.headers.get('cache-control'),
    'the approvals, without a session': (await get('')).status,
    'the approvals, as Lee': (await get('', 'lee')).status,
    'settings.json': await (await get('/inbox/settings.json')).json(),
  };
  await app.close();
  return story;
};
