import { model, resultIn, script, Staff } from './remote-approval/parts.js';

// #region first
import { Injectable, Module } from '@nestjs/common';
import { Tool } from 'toolgate';
import { RemoteToolApprovalModule } from 'toolgate/remote';

@Injectable()
class Deployments {
  @Tool({ description: 'Deploy a service' })
  deploy_prod(service: string): string {
    return `Deployed ${service}`;
  }

  @Tool({ description: 'Read the log of a service', requiresApproval: false })
  read_log(service: string): string {
    return `The log of ${service} is empty`;
  }
}

@Module({
  imports: [
    RemoteToolApprovalModule.forRootAsync({
      useFactory: () => ({
        tools: ['deploy.*', 'send_email'],
        timeout: '5m',
        serviceUrl: process.env['APPROVALS_URL']!,
        headers: { authorization: `Bearer ${process.env['APPROVALS_SECRET']}` },
      }),
    }),
  ],
  providers: [Deployments],
})
class AgentModule {}
// #endregion

import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { ChatClient } from 'toolgate';
import { approvalsClient } from 'toolgate/http/client';
import { callsTools, toolCall } from 'toolgate/testing';
import { decideFirst } from './remote-approval/decide-first.js';

// #region service
import { ToolgateModule } from 'toolgate';
import { ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';
import { SqlModule } from 'toolgate/sql';

@Module({
  imports: [
    ToolgateModule.forRoot({}),
    SqlModule.forRootAsync({ useFactory: () => ({ sqlite: { file: process.env['APPROVALS_FILE']! } }) }),
    ApprovalsHttpModule.forRootAsync({
      external: true,
      inbox: true,
      useFactory: () => ({
        applications: [
          {
            name: 'deploy-agent',
            tenant: 'acme',
            secretHashes: [process.env['DEPLOY_AGENT_SECRET_HASH']!],
            requirement: { approvers: { roles: ['lead'] } },
          },
        ],
      }),
    }),
  ],
  providers: [{ provide: PrincipalResolver, useClass: Staff }],
})
class ServiceModule {}
// #endregion

// #region secret
import { newApplicationSecret } from 'toolgate/http';

// Give the secret to the application, and the hash to the service.
const { secret, secretHash } = newApplicationSecret();
// #endregion

// #region guard
import { type ExecutionContext, UnauthorizedException } from '@nestjs/common';
import { isExternalRoute } from 'toolgate/http';

@Injectable()
class SignedInGuard {
  canActivate(context: ExecutionContext): boolean {
    if (isExternalRoute(context)) return true;
    const { user } = context.switchToHttp().getRequest<{ readonly user?: object }>();
    if (!user) throw new UnauthorizedException();
    return true;
  }
}
// #endregion
export { SignedInGuard };

// #region spec
import { RemoteToolApproval } from 'toolgate/remote';

const fromSpec = (): RemoteToolApproval =>
  RemoteToolApproval.fromSpec(
    { tool_approval: { tools: ['deploy.*', 'send_email'], timeout: 300, poll_interval: 2 } },
    {
      serviceUrl: 'https://approvals.example/approvals',
      headers: { authorization: `Bearer ${process.env['APPROVALS_SECRET']}` },
    },
  );
// #endregion

// #region compose
import { denyTools, firstDecisive } from 'toolgate/approval';

const remote = fromSpec();

@Module({
  imports: [
    ToolgateModule.forRoot({ approval: { strategy: firstDecisive(denyTools('*_prod'), remote.strategy) } }),
    RemoteToolApprovalModule.forRoot(remote),
  ],
})
class StrictModule {}
// #endregion
export { StrictModule };

// #region manager
import { ToolApprovalManager } from 'toolgate/remote';

const deploy = async (manager: ToolApprovalManager, service: string): Promise<string> => {
  const approved = await manager.requestAndWait({ toolName: 'deploy_prod', arguments: { service } });
  const claimed = await manager.claim(approved);
  try {
    const version = await startDeployment(service, claimed.idempotencyKey);
    claimed.report({ type: 'succeeded', value: { version } });
    return `Deployed ${service} ${version}`;
  } catch (error) {
    claimed.report({ type: 'failed', message: 'The deployment failed.' });
    throw error;
  }
};
// #endregion

const startDeployment = async (_service: string, key: string) => key.length % 10;

const startService = async () => {
  process.env['DEPLOY_AGENT_SECRET_HASH'] = secretHash;
  process.env['APPROVALS_FILE'] = ':memory:';
  const app = (await Test.createTestingModule({ imports: [ServiceModule] }).compile()).createNestApplication({
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/approvals`;
  return { app, url, lee: approvalsClient({ baseUrl: url }) };
};

export const run = async (): Promise<unknown> => {
  const service = await startService();
  process.env['APPROVALS_URL'] = service.url;
  process.env['APPROVALS_SECRET'] = secret;
  const agent = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model }), AgentModule] }).compile();
  await agent.init();
  const turn = (service: string) => {
    script.push(callsTools(toolCall('deploy_prod', { service })), ({ messages }) => resultIn(messages.at(-1)));
    return agent.get(ChatClient).prompt('Deploy').tools(Deployments).call().content();
  };
  const [first] = await Promise.all([turn('shop'), decideFirst(service.lee, 'approve')]);
  const [second] = await Promise.all([turn('bank'), decideFirst(service.lee, 'reject', 'Not on Fridays')]);
  const manager = new ToolApprovalManager({
    tools: ['.*'],
    serviceUrl: service.url,
    headers: { authorization: `Bearer ${secret}` },
  });
  const late = deploy(manager, 'shop').catch((error: Error) => `${error.name}: ${error.message}`);
  const [third] = await Promise.all([late, decideFirst(service.lee, 'reject', 'Once is enough')]);
  await manager.close();
  await agent.close();
  const { byStatus } = await service.lee.counts();
  await service.app.close();
  const names = ['deploy_prod', 'Deploy-Prod', 'send-email', 'read_mail'];
  return {
    approved: first,
    rejected: second,
    'rejected, without a turn': third,
    'at the service': byStatus,
    'the spec gates': names.filter((name) => fromSpec().requiresApproval(name)),
  };
};
