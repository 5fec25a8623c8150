// #region module
import { Injectable, Module } from '@nestjs/common';
import { ApprovalsHttpModule, type Principal, PrincipalResolver } from 'toolgate/http';

interface SignedIn {
  /** The user that a guard of the application has authenticated. */
  readonly user?: { readonly id: string; readonly shop: string; readonly roles: readonly string[] };
}

@Injectable()
class Staff extends PrincipalResolver {
  principal({ user }: SignedIn): Principal | undefined {
    // Customers do not decide.
    if (!user?.roles.includes('staff')) return undefined;
    return { approver: { id: user.id, tenant: user.shop, roles: user.roles } };
  }
}

@Module({
  imports: [ApprovalsHttpModule.forRoot()],
  providers: [{ provide: PrincipalResolver, useClass: Staff }],
})
class ApprovalsModule {}
// #endregion
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { approvalsOpenApi, developmentPrincipals } from 'toolgate/http';
import { doorOf, headerGuard, startShop } from './front-door/shop.js';

export const documented = (app: INestApplication): object => {
  // #region openapi
  const config = new DocumentBuilder().setTitle('Shop').addBearerAuth().build();
  const document = approvalsOpenApi(SwaggerModule.createDocument(app, config));
  SwaggerModule.setup('docs', app, document);
  // #endregion
  return document;
};

// #region development
@Module({
  imports: [ApprovalsHttpModule.forRoot()],
  providers: [
    developmentPrincipals([
      { id: 'kim', tenant: 'acme', roles: ['staff'] },
      { id: 'lee', tenant: 'acme', roles: ['staff', 'lead'] },
    ]),
  ],
})
class LocalApprovalsModule {}
// #endregion
export { LocalApprovalsModule };

// #region options
@Module({
  imports: [ApprovalsHttpModule.forRoot({ path: 'desk/approvals', origins: ['https://desk.shop.example'] })],
  providers: [{ provide: PrincipalResolver, useClass: Staff }],
})
class DeskModule {}
// #endregion
export { DeskModule };

const requestAs =
  (door: string, user: string) =>
  async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(door + path, {
      headers: { 'x-user': user, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { http: response.status, ...((await response.json()) as object) };
  };

const chosen = (answer: Record<string, unknown>, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, answer[name]]));

export const run = async (): Promise<unknown> => {
  const { app, ask } = await startShop([ApprovalsModule], [headerGuard]);
  documented(app);
  const door = await doorOf(app);
  const [ann, kim, lee] = ['ann', 'kim', 'lee'].map((user) => requestAs(door, user));
  const { runId } = await ask();
  const { items } = (await lee!('?status=PENDING')) as { items: Record<string, unknown>[] };
  const { id, revision, argsHash } = items[0]!;
  const decision = { decisionId: 'click-1', decision: 'approve', revision, argsHash };
  const story = {
    'Ann lists': chosen(await ann!(''), 'http', 'problem'),
    'Lee lists': items.map((item) => chosen(item, 'toolName', 'arguments', 'requester', 'status')),
    'Kim approves': chosen(await kim!(`/${String(id)}/decisions`, decision), 'http', 'problem'),
    'Lee approves': chosen(await lee!(`/${String(id)}/decisions`, decision), 'http', 'status', 'decidedBy'),
    'Lee approves again': chosen(await lee!(`/${String(id)}/decisions`, decision), 'http'),
    'Lee rejects with the same id': chosen(
      await lee!(`/${String(id)}/decisions`, { ...decision, decision: 'reject' }),
      'http',
      'problem',
    ),
    'Lee reads the run': Object.keys(await lee!(`/runs/${runId}`)).includes('answer'),
  };
  await app.close();
  return story;
};
