// #region client
import { approvalsClient } from 'toolgate/http/client';

const session = { token: 'the token of the signed-in person' };

const desk = approvalsClient({
  baseUrl: 'https://shop.example/approvals',
  headers: () => ({ authorization: `Bearer ${session.token}` }),
});
// #endregion
import { Module } from '@nestjs/common';
import { ApprovalsHttpModule, type Principal, PrincipalResolver } from 'toolgate/http';
import { doorOf, headerGuard, type ShopUser, startShop } from './front-door/shop.js';

export { desk };

// #region cookie
import type { ApprovalsClient } from 'toolgate/http/client';

export const signedIn = (origin: string, cookie: string): ApprovalsClient =>
  approvalsClient({ baseUrl: `${origin}/approvals`, headers: () => ({ cookie, origin }) });
// #endregion

// #region decide
import { ApprovalsProblem } from 'toolgate/http/client';

const approveOldest = async (client: ApprovalsClient): Promise<string> => {
  const { items } = await client.list({ decidable: true, limit: 1 });
  if (!items[0]) return 'Nothing waits.';
  const { id, revision, argsHash } = await client.get(items[0].id);
  try {
    const { status } = await client.decide(id, { decision: 'approve', revision, argsHash });
    return `The approval is ${status}.`;
  } catch (error) {
    if (!(error instanceof ApprovalsProblem)) throw error;
    // It was decided, or its arguments were edited, after this client read it.
    return error.problem === 'conflict' ? 'The approval has changed. Read it again.' : error.detail;
  }
};
// #endregion

// #region live
import type { ListedApprovalBody } from 'toolgate/http/client';

const followPending = (
  client: ApprovalsClient,
  show: (items: readonly ListedApprovalBody[]) => void,
  signal: AbortSignal,
): Promise<void> => {
  let isStale = false;
  let isReading = false;
  // One request at a time. Changes during a request cause one further request.
  const refresh = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale) {
        isStale = false;
        show((await client.list({ status: 'PENDING' }, { signal })).items);
      }
    } catch (error) {
      if (!signal.aborted) console.error(error);
    } finally {
      isReading = false;
    }
  };
  return client.changes({ signal, onSnapshot: refresh, onReset: refresh, onChange: refresh });
};
// #endregion

@Module({
  imports: [ApprovalsHttpModule.forRoot()],
  providers: [
    {
      provide: PrincipalResolver,
      useValue: {
        principal: ({ user }: { readonly user?: ShopUser }): Principal | undefined =>
          user && { approver: { id: user.id, tenant: user.shop, roles: user.roles } },
      } satisfies PrincipalResolver,
    },
  ],
})
class ApprovalsModule {}

export const run = async (): Promise<unknown> => {
  const { app, ask } = await startShop([ApprovalsModule], [headerGuard]);
  const baseUrl = await doorOf(app);
  const lee = approvalsClient({ baseUrl, headers: () => ({ 'x-user': 'lee' }) });
  const shown: string[] = [];
  let isShown: (items: string) => void = () => {};
  const showing = (text: string) => new Promise<void>((resolve) => (isShown = (items) => items === text && resolve()));
  const show = (items: readonly ListedApprovalBody[]): void => {
    const text = items.map(({ toolName, requester }) => `${toolName} for ${requester}`).join(', ') || 'nothing';
    if (shown.at(-1) !== text) shown.push(text);
    isShown(text);
  };
  const controller = new AbortController();
  const empty = showing('nothing');
  const following = followPending(lee, show, controller.signal);
  await empty;
  const waiting = showing('refund for ann');
  await ask();
  await waiting;
  const approved = showing('nothing');
  const decided = [await approveOldest(lee), await approveOldest(lee)];
  await approved;
  controller.abort();
  await following;
  await app.close();
  return { shown, decided };
};
